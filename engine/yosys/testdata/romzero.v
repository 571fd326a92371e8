// Memories that are filled by a loop before a file is read into them.
module romzero(
  input clk,
  input we,
  input [4:0] addr,
  input [7:0] data,
  output [7:0] whole,
  output [7:0] part
);
  reg [7:0] zeroed [0:31];
  reg [7:0] filled [0:31];
  integer i;
  initial begin
    for (i = 0; i < 32; i = i + 1) begin
      zeroed[i] = 8'h00;
      filled[i] = i ^ 8'h5a;
    end
    $readmemh("image.hex", zeroed);
    $readmemh("image.hex", filled, 4, 11);
  end
  always @(posedge clk) if (we) filled[addr] <= data;
  assign whole = zeroed[addr];
  assign part = filled[addr];
endmodule
