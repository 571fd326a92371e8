module Counter (input clk, input enable, input clear, output [7:0] value);
  reg [7:0] count = 0;
  always @(posedge clk)
    if (clear) count <= 0;
    else if (enable) count <= count + 1;
  assign value = count;
endmodule
