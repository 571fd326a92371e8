module top(input clk, output [31:0] out);
  reg [31:0] pc = 0;
  reg [31:0] x [0:31];
  reg [31:0] ram [0:255];
  reg [31:0] rom [0:31];
  integer k;
  initial begin
    for (k = 0; k < 32; k = k + 1) begin x[k] = 0; rom[k] = 0; end
    for (k = 0; k < 256; k = k + 1) ram[k] = 0;
    rom[0] = 32'h00100093;
    rom[1] = 32'h00000413;
    rom[2] = 32'h00000313;
    rom[3] = 32'h40000393;
    rom[4] = 32'h00032023;
    rom[5] = 32'h00430313;
    rom[6] = 32'hfe734ce3;
    rom[7] = 32'h00000513;
    rom[8] = 32'h00200293;
    rom[9] = 32'h0002ce03;
    rom[10] = 32'h000e1e63;
    rom[11] = 32'h00150513;
    rom[12] = 32'h00528eb3;
    rom[13] = 32'h007ed863;
    rom[14] = 32'h001e8023;
    rom[15] = 32'h005e8eb3;
    rom[16] = 32'hff5ff06f;
    rom[17] = 32'h00128293;
    rom[18] = 32'hfc72cee3;
    rom[19] = 32'h00a40433;
    rom[20] = 32'h00341f13;
    rom[21] = 32'h01d45f93;
    rom[22] = 32'h01ff6433;
    rom[23] = 32'hfadff06f;
  end

  wire [31:0] i = rom[pc[6:2]];
  wire [6:0] opcode = i[6:0];
  wire [4:0] rd = i[11:7];
  wire [2:0] funct3 = i[14:12];
  wire [31:0] rs1 = x[i[19:15]];
  wire [31:0] rs2 = x[i[24:20]];
  wire [31:0] imm_i = {{20{i[31]}}, i[31:20]};
  wire [31:0] imm_s = {{20{i[31]}}, i[31:25], i[11:7]};
  wire [31:0] imm_b = {{20{i[31]}}, i[7], i[30:25], i[11:8], 1'b0};
  wire [31:0] imm_j = {{12{i[31]}}, i[19:12], i[20], i[30:21], 1'b0};
  wire [31:0] address = rs1 + (opcode == 7'h23 ? imm_s : imm_i);
  wire [4:0] shift = {address[1:0], 3'd0};
  wire [31:0] cell_now = ram[address[9:2]];
  wire [31:0] word = cell_now >> shift;
  wire [31:0] mask = (funct3 == 0 ? 32'hff : funct3 == 1 ? 32'hffff : 32'hffffffff) << shift;
  wire [31:0] b = opcode == 7'h33 ? rs2 : imm_i;
  wire less = funct3[1] ? rs1 < rs2 : $signed(rs1) < $signed(rs2);
  wire holds = (funct3[2] ? less : rs1 == rs2) != funct3[0];

  reg [31:0] result, next;
  reg writes;
  always @* begin
    result = 0;
    next = pc + 4;
    writes = rd != 0;
    case (opcode)
      7'h37: result = {i[31:12], 12'd0};
      7'h17: result = pc + {i[31:12], 12'd0};
      7'h6f: begin result = pc + 4; next = pc + imm_j; end
      7'h67: begin result = pc + 4; next = (rs1 + imm_i) & ~32'd1; end
      7'h63: begin if (holds) next = pc + imm_b; writes = 0; end
      7'h03: case (funct3)
        0: result = {{24{word[7]}}, word[7:0]};
        1: result = {{16{word[15]}}, word[15:0]};
        4: result = {24'd0, word[7:0]};
        5: result = {16'd0, word[15:0]};
        default: result = word;
      endcase
      7'h13, 7'h33: case (funct3)
        0: result = opcode == 7'h33 && i[30] ? rs1 - b : rs1 + b;
        1: result = rs1 << b[4:0];
        2: result = {31'd0, $signed(rs1) < $signed(b)};
        3: result = {31'd0, rs1 < b};
        4: result = rs1 ^ b;
        5: if (i[30]) result = $signed(rs1) >>> b[4:0]; else result = rs1 >> b[4:0];
        6: result = rs1 | b;
        default: result = rs1 & b;
      endcase
      default: writes = 0;
    endcase
  end
  always @(posedge clk) begin
    pc <= next;
    if (writes) x[rd] <= result;
    if (opcode == 7'h23) ram[address[9:2]] <= (cell_now & ~mask) | ((rs2 << shift) & mask);
  end
  assign out = x[8] ^ pc;
endmodule
