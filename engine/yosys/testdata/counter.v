module counter #(parameter W=8) (input clk, input rst, input en, input signed [3:0] step, output reg [W-1:0] count, output wrap);
  always @(posedge clk)
    if (rst) count <= 5;
    else if (en) count <= count + step;
  assign wrap = &count;
endmodule
