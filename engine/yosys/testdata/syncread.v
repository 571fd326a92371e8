// Memories whose read ports have a clock: with an enable, a reset, one that shows what is written, and two writers.
module syncread (
  input clk, rst, en, we, we2,
  input [3:0] wa, wa2, ra,
  input [15:0] wd, wd2,
  output reg [15:0] plain, enabled, cleared, shown, both
);
  reg [15:0] m [0:15];
  reg [15:0] two [0:15];
  integer i;
  initial begin
    for (i = 0; i < 16; i = i + 1) begin
      m[i] = i * 4369;
      two[i] = 0;
    end
    plain = 0; enabled = 16'habcd; cleared = 0; shown = 0; both = 0;
  end
  always @(posedge clk) begin
    plain <= m[ra];
    if (en) enabled <= m[ra ^ 4'd1];
    if (rst) cleared <= 16'h55;
    else cleared <= m[ra];
    if (we) m[wa] <= wd;
  end
  always @(posedge clk) begin
    if (we) two[wa] <= wd;
    if (we2) two[wa2][7:0] <= wd2[7:0];
    both <= two[ra];
    shown <= (we && wa == ra) ? wd : m[ra];
  end
endmodule
