module Scratch (input clk, input [2:0] address, input [7:0] data, input write, output [7:0] word);
  reg [7:0] ram_memory [0:7];
  initial begin
    ram_memory[0] = 7; ram_memory[1] = 0; ram_memory[2] = 5; ram_memory[3] = 0;
    ram_memory[4] = 0; ram_memory[5] = 0; ram_memory[6] = 0; ram_memory[7] = 0;
  end
  always @(posedge clk) if (write) ram_memory[address] <= data;
  assign word = ram_memory[address];
endmodule
