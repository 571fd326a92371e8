module top(input clk, output [31:0] out);
  reg [255:0] a, b, r;
  reg [31:0] n;
  initial begin
    a = (256'd1 << 200) | 256'd12345;
    b = (256'd1 << 177) | 256'd99;
    r = 1;
    n = 1;
  end
  always @(posedge clk) begin
    a <= a < b ? a * b + 256'd77 : a - b;
    b <= a == b ? 256'd5 : b + (a >> 5);
    r <= ((r << n[7:0]) | (r >> (9'd256 - {1'b0, n[7:0]}))) ^ a;
    n <= n * 32'd1664525 + 32'd1013904223;
  end
  assign out = a[159:128] ^ r[31:0] ^ n;
endmodule
