// Cells of Yosys that its script for us makes seldom or never, as instances: registers of every kind, chosen words.
module cells(
  input clk, input rst, input en, input load, input [7:0] d, e, input [1:0] s, input [31:0] words, input signed [7:0] sa, sb,
  output [7:0] dffe, dffe_n, sdff, sdff_n, sdffe, sdffce, adff, adffe, aldff, aldffe, dffsr, dlatch, bmux, pmux, output [31:0] demux,
  output [7:0] pos, divfloor, modfloor, lut, output [11:0] concat, output [2:0] slice, output signed [15:0] shift, output one
);
  \$dffe #(.WIDTH(8), .CLK_POLARITY(1), .EN_POLARITY(1)) c1(.CLK(clk), .EN(en), .D(d), .Q(dffe));
  \$dffe #(.WIDTH(8), .CLK_POLARITY(1), .EN_POLARITY(0)) c2(.CLK(clk), .EN(en), .D(d), .Q(dffe_n));
  \$sdff #(.WIDTH(8), .CLK_POLARITY(1), .SRST_POLARITY(1), .SRST_VALUE(8'h5a)) c3(.CLK(clk), .SRST(rst), .D(d), .Q(sdff));
  \$sdff #(.WIDTH(8), .CLK_POLARITY(1), .SRST_POLARITY(0), .SRST_VALUE(8'h01)) c4(.CLK(clk), .SRST(en), .D(d), .Q(sdff_n));
  \$sdffe #(.WIDTH(8), .CLK_POLARITY(1), .SRST_POLARITY(1), .EN_POLARITY(1), .SRST_VALUE(8'h77)) c5(.CLK(clk), .SRST(rst), .EN(en), .D(d), .Q(sdffe));
  \$sdffce #(.WIDTH(8), .CLK_POLARITY(1), .SRST_POLARITY(1), .EN_POLARITY(0), .SRST_VALUE(8'h78)) c6(.CLK(clk), .SRST(rst), .EN(en), .D(d), .Q(sdffce));
  \$adff #(.WIDTH(8), .CLK_POLARITY(1), .ARST_POLARITY(1), .ARST_VALUE(8'h12)) c7(.CLK(clk), .ARST(rst), .D(d), .Q(adff));
  \$adffe #(.WIDTH(8), .CLK_POLARITY(1), .ARST_POLARITY(1), .EN_POLARITY(1), .ARST_VALUE(8'h34)) c8(.CLK(clk), .ARST(rst), .EN(en), .D(d), .Q(adffe));
  \$aldff #(.WIDTH(8), .CLK_POLARITY(1), .ALOAD_POLARITY(1)) c9(.CLK(clk), .ALOAD(load_stable), .AD(given), .D(d), .Q(aldff));
  \$aldffe #(.WIDTH(8), .CLK_POLARITY(1), .ALOAD_POLARITY(0), .EN_POLARITY(1)) c10(.CLK(clk), .ALOAD(load_stable), .AD(given_n), .EN(en), .D(d), .Q(aldffe));
  \$dffsr #(.WIDTH(8), .CLK_POLARITY(1), .SET_POLARITY(1), .CLR_POLARITY(1)) c11(.CLK(clk), .SET({4'b0, held[3:0]}), .CLR({held[7:4], 4'b0}), .D(d), .Q(dffsr));
  \$dlatch #(.WIDTH(8), .EN_POLARITY(0)) c12(.EN(en), .D(e), .Q(dlatch));
  \$bmux #(.WIDTH(1), .S_WIDTH(5)) c13(.A(words), .S(d[4:0]), .Y(bmux[0])); // wider ones are wrong in Yosys's own model
  assign bmux[7:1] = 0;
  \$demux #(.WIDTH(8), .S_WIDTH(2)) c14(.A(d), .S(s), .Y(demux));
  \$pmux #(.WIDTH(8), .S_WIDTH(3)) c15(.A(d), .B(words[23:0]), .S({s == 3, s == 2, s == 1}), .Y(pmux));
  \$pos #(.A_SIGNED(1), .A_WIDTH(4), .Y_WIDTH(8)) c16(.A(d[3:0]), .Y(pos));
  \$divfloor #(.A_SIGNED(1), .B_SIGNED(1), .A_WIDTH(8), .B_WIDTH(8), .Y_WIDTH(8)) c17(.A(sa), .B(sb), .Y(divfloor));
  \$modfloor #(.A_SIGNED(1), .B_SIGNED(1), .A_WIDTH(8), .B_WIDTH(8), .Y_WIDTH(8)) c18(.A(sa), .B(sb), .Y(modfloor));
  \$lut #(.WIDTH(3), .LUT(8'b10010110)) c19(.A(d[2:0]), .Y(lut[0]));
  \$concat #(.A_WIDTH(8), .B_WIDTH(4)) c20(.A(d), .B(e[3:0]), .Y(concat));
  \$slice #(.A_WIDTH(8), .OFFSET(3), .Y_WIDTH(3)) c21(.A(d), .Y(slice));
  \$shift #(.A_SIGNED(1), .B_SIGNED(1), .A_WIDTH(8), .B_WIDTH(4), .Y_WIDTH(16)) c22(.A(sa), .B(sb[3:0]), .Y(shift));
  \$reduce_bool #(.A_SIGNED(0), .A_WIDTH(8), .Y_WIDTH(1)) c23(.A(d), .Y(one));
  assign lut[7:1] = 0;
  // Asynchronous loads and sets change at the clock only, as we take them, and what is loaded while nothing is.
  reg [7:0] given = 1, given_n = 2;
  reg load_stable = 0;
  reg [7:0] held = 0;
  always @(posedge clk) begin load_stable <= load; held <= e; if (!load && !load_stable) given <= e; if (load && load_stable) given_n <= d; end
endmodule
