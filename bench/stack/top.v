module top(input clk, output [31:0] out);
  reg [15:0] rom [0:255]; reg [15:0] stack [0:15]; reg [7:0] returns [0:15]; reg [15:0] ram [0:255]; integer i;
  initial begin for (i = 0; i < 256; i = i + 1) begin rom[i] = 0; ram[i] = 0; end for (i = 0; i < 16; i = i + 1) begin stack[i] = 0; returns[i] = 0; end
    rom[0] = 0;
    rom[1] = 40960;
    rom[2] = 1;
    rom[3] = 4096;
    rom[4] = 12288;
    rom[5] = 0;
    rom[6] = 45056;
    rom[7] = 97;
    rom[8] = 61440;
    rom[9] = 4095;
    rom[10] = 24576;
    rom[11] = 57344;
    rom[12] = 49170;
    rom[13] = 1;
    rom[14] = 40960;
    rom[15] = 4096;
    rom[16] = 1;
    rom[17] = 45056;
    rom[18] = 12288;
    rom[19] = 32802;
    rom[20] = 24576;
    rom[21] = 24576;
    rom[22] = 36864;
    rom[23] = 32793;
    rom[24] = 20480;
    rom[25] = 20480;
    rom[26] = 24576;
    rom[27] = 8192;
    rom[28] = 12288;
    rom[29] = 32802;
    rom[30] = 28690;
    rom[31] = 28690;
    rom[32] = 28690;
    rom[33] = 28690;
    rom[34] = 16384;
    rom[35] = 28672;
  end
  reg [7:0] pc = 0; reg [3:0] sp = 0, rp = 0; reg [15:0] tos = 0, cycles = 0;
  wire [15:0] w = rom[pc]; wire [11:0] arg = w[11:0];
  wire [3:0] s1 = sp - 1, s2 = sp - 2, r1 = rp - 1;
  wire [15:0] nos = stack[s1];
  always @(posedge clk) begin
    pc <= pc + 1; cycles <= cycles + 1;
    case (w[15:12])
      0: begin stack[sp] <= tos; sp <= sp + 1; tos <= arg; end
      1: begin tos <= nos + tos; sp <= s1; end
      2: begin tos <= nos - tos; sp <= s1; end
      3: begin stack[sp] <= tos; sp <= sp + 1; end
      4: begin tos <= nos; sp <= s1; end
      5: begin stack[s1] <= tos; tos <= nos; end
      6: begin stack[sp] <= tos; sp <= sp + 1; tos <= nos; end
      7: pc <= arg;
      8: begin if (tos == 0) pc <= arg; tos <= nos; sp <= s1; end
      9: begin tos <= nos < tos; sp <= s1; end
      10: tos <= ram[tos[7:0]];
      11: begin ram[tos[7:0]] <= nos; tos <= stack[s2]; sp <= s2; end
      12: begin returns[rp] <= pc + 1; rp <= rp + 1; pc <= arg; end
      13: begin pc <= returns[r1]; rp <= r1; end
      14: begin tos <= nos ^ tos; sp <= s1; end
      15: begin tos <= nos * tos; sp <= s1; end
    endcase
  end
  assign out = {tos, 16'b0} ^ {cycles, 8'b0} ^ {sp, 4'b0} ^ pc;
endmodule
