// Bits and parts at a variable place ($shiftx and $shift), also below the word's lowest bit and beyond its end.
module selects(
  input [31:0] w, input [99:0] v, input [4:0] i, input [6:0] j, input signed [5:0] si, input [3:0] d, input [7:0] b,
  output bit_, output [7:0] part, output [3:0] down, output vbit, output [15:0] vpart, output offset, output [7:0] away,
  output reg [31:0] put, output reg [99:0] vput, output reg [7:0] set, output [3:0] lanes
);
  wire [35:4] shifted = w;
  assign bit_ = w[i];
  assign part = w[i +: 8];
  assign down = w[i -: 4];
  assign vbit = v[j];
  assign vpart = v[j +: 16];
  assign offset = shifted[j];
  assign away = w[si +: 8];
  assign lanes = w[d * 4 +: 4];
  always @* begin
    put = w;
    put[i[4:2] * 4 +: 4] = d;
    vput = v;
    vput[j[5:0]] = d[0];
    set = b;
    set[d[2:0]] = ~b[d[2:0]];
  end
endmodule
