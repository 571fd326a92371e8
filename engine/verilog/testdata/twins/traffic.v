module Traffic (input clk, input waiting, output red, output yellow, output green);
  reg [1:0] phase = 0;
  reg [3:0] timer = 0;
  always @(posedge clk)
    case (phase)
      2'd0: if (waiting) begin phase <= 1; timer <= 9; end
      2'd1: if (timer == 0) begin phase <= 2; timer <= 2; end else timer <= timer - 1;
      default: if (timer == 0) begin phase <= 0; timer <= 0; end else timer <= timer - 1;
    endcase
  assign red = phase == 0;
  assign green = phase == 1;
  assign yellow = phase == 2;
endmodule
