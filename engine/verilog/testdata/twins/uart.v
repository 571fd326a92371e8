module UartTx (input clk, input start, input [7:0] data, output line, output busy);
  reg [9:0] shift = 1;
  reg [3:0] left = 0;
  reg [2:0] divider = 0;
  always @(posedge clk)
    if (!busy) begin
      if (start) begin
        shift <= {1'b1, data, 1'b0};
        left <= 10;
        divider <= 0;
      end else
        shift <= 1;
    end else if (divider < 4)
      divider <= divider + 1;
    else begin
      divider <= 0;
      left <= left - 1;
      shift <= {1'b1, shift[9:1]};
    end
  assign line = shift[0];
  assign busy = left != 0;
endmodule
