module Fifo (input clk, input push, input pop, input [7:0] data, output [7:0] head, output empty, output full);
  reg [7:0] slots [0:7];
  reg [2:0] first = 0;
  reg [3:0] used = 0;
  integer i;
  initial for (i = 0; i < 8; i = i + 1) slots[i] = 0;
  wire takes = push & (used < 4'd8);
  wire gives = pop & ~empty;
  wire [2:0] last = first + used[2:0];
  always @(posedge clk) begin
    if (takes) slots[last] <= data;
    if (gives) first <= first + 3'd1;
    case ({takes, gives})
      2'b10: used <= used + 4'd1;
      2'b01: used <= used - 4'd1;
    endcase
  end
  assign head = slots[first];
  assign empty = used == 0;
  assign full = used == 8;
endmodule
