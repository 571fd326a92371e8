// A RISC-V computer (RV32I without system instructions) with a pipeline of five stages: fetch, decode, execute, memory,
// write back. Results are forwarded to execute, a load that is used at once stalls for a cycle, and a jump or a taken
// branch, which execute decides, drops the two instructions behind it. A program in a ROM sorts and checks words.
module rv32_pipeline (
    input  wire        clk,
    input  wire        rst_n,
    output reg  [31:0] out,          // written at address 0x80000000
    output reg         out_strobe,
    output wire [31:0] pc,
    output wire        illegal
);
  wire [31:0] instr, data_addr, data_wdata;
  wire [3:0]  data_write;

  reg  [31:0] rom [0:127];
  reg  [31:0] ram [0:255];
  integer i;
  initial begin
    $readmemh("sort.hex", rom);
    for (i = 0; i < 256; i = i + 1) ram[i] = 0;
  end

  assign instr = rom[pc[8:2]];
  wire is_out = data_addr[31];
  wire [31:0] data_rdata = ram[data_addr[9:2]];

  pipeline core (
      .clk(clk), .rst_n(rst_n), .pc(pc), .instr(instr), .data_addr(data_addr), .data_wdata(data_wdata),
      .data_write(data_write), .data_rdata(data_rdata), .illegal(illegal)
  );

  always @(posedge clk) begin
    if (data_write[0] && !is_out) ram[data_addr[9:2]][7:0]   <= data_wdata[7:0];
    if (data_write[1] && !is_out) ram[data_addr[9:2]][15:8]  <= data_wdata[15:8];
    if (data_write[2] && !is_out) ram[data_addr[9:2]][23:16] <= data_wdata[23:16];
    if (data_write[3] && !is_out) ram[data_addr[9:2]][31:24] <= data_wdata[31:24];
  end

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      out        <= 0;
      out_strobe <= 0;
    end else begin
      out_strobe <= is_out && |data_write;
      if (is_out && |data_write) out <= data_wdata;
    end
  end
endmodule

module pipeline (
    input  wire        clk,
    input  wire        rst_n,
    output reg  [31:0] pc,
    input  wire [31:0] instr,
    output wire [31:0] data_addr,
    output wire [31:0] data_wdata,
    output wire [3:0]  data_write,
    input  wire [31:0] data_rdata,
    output reg         illegal
);
  localparam [6:0] LUI = 7'h37, AUIPC = 7'h17, JAL = 7'h6f, JALR = 7'h67, BRANCH = 7'h63, LOAD = 7'h03, STORE = 7'h23,
                   OP_IMM = 7'h13, OP = 7'h33, FENCE = 7'h0f;

  // Fetch
  reg         d_valid;
  reg  [31:0] d_pc, d_instr;
  wire        stall, redirect;
  wire [31:0] target;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      pc      <= 0;
      d_valid <= 0;
      d_pc    <= 0;
      d_instr <= 32'h00000013;
    end else if (redirect) begin
      pc      <= target;
      d_valid <= 0;
    end else if (!stall) begin
      pc      <= pc + 4;
      d_valid <= 1;
      d_pc    <= pc;
      d_instr <= instr;
    end
  end

  // Decode
  reg [31:0] regs [0:31];
  integer k;
  initial for (k = 0; k < 32; k = k + 1) regs[k] = 0;

  wire [6:0]  opcode = d_instr[6:0];
  wire [4:0]  rd = d_instr[11:7], rs1 = d_instr[19:15], rs2 = d_instr[24:20];
  wire [2:0]  funct3 = d_instr[14:12];
  reg  [31:0] imm;
  always @* begin
    case (opcode)
      LUI, AUIPC: imm = {d_instr[31:12], 12'd0};
      JAL:        imm = {{12{d_instr[31]}}, d_instr[19:12], d_instr[20], d_instr[30:21], 1'b0};
      BRANCH:     imm = {{20{d_instr[31]}}, d_instr[7], d_instr[30:25], d_instr[11:8], 1'b0};
      STORE:      imm = {{21{d_instr[31]}}, d_instr[30:25], d_instr[11:7]};
      default:    imm = {{21{d_instr[31]}}, d_instr[30:20]};
    endcase
  end
  wire uses1 = opcode != LUI && opcode != AUIPC && opcode != JAL;
  wire uses2 = opcode == BRANCH || opcode == STORE || opcode == OP;
  wire writes = opcode != BRANCH && opcode != STORE && opcode != FENCE && rd != 0;
  wire known = opcode == LUI || opcode == AUIPC || opcode == JAL || opcode == JALR || opcode == BRANCH
            || opcode == LOAD || opcode == STORE || opcode == OP_IMM || opcode == OP || opcode == FENCE;

  reg         x_valid, x_writes, x_alt;
  reg  [31:0] x_pc, x_imm, x_a, x_b;
  reg  [6:0]  x_opcode;
  reg  [2:0]  x_funct3;
  reg  [4:0]  x_rd, x_rs1, x_rs2;
  reg         m_valid, m_writes, m_load;
  reg  [31:0] m_result, m_store;
  reg  [2:0]  m_funct3;
  reg         m_is_store;
  reg  [4:0]  m_rd;
  reg         w_writes;
  reg  [31:0] w_value;
  reg  [4:0]  w_rd;

  assign stall = d_valid && x_valid && x_opcode == LOAD && x_rd != 0 && (uses1 && rs1 == x_rd || uses2 && rs2 == x_rd);

  wire [31:0] read1 = rs1 == 0 ? 32'd0 : w_writes && w_rd == rs1 ? w_value : regs[rs1];
  wire [31:0] read2 = rs2 == 0 ? 32'd0 : w_writes && w_rd == rs2 ? w_value : regs[rs2];

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      x_valid  <= 0;
      x_writes <= 0;
      x_alt    <= 0;
      x_pc     <= 0;
      x_imm    <= 0;
      x_a      <= 0;
      x_b      <= 0;
      x_opcode <= OP_IMM;
      x_funct3 <= 0;
      x_rd     <= 0;
      x_rs1    <= 0;
      x_rs2    <= 0;
      illegal  <= 0;
    end else if (redirect || stall || !d_valid) begin
      x_valid  <= 0;
      x_writes <= 0;
    end else begin
      x_valid  <= 1;
      x_writes <= writes;
      x_alt    <= d_instr[30] && (opcode == OP || funct3 == 3'd5);
      x_pc     <= d_pc;
      x_imm    <= imm;
      x_a      <= read1;
      x_b      <= read2;
      x_opcode <= opcode;
      x_funct3 <= funct3;
      x_rd     <= rd;
      x_rs1    <= rs1;
      x_rs2    <= rs2;
      if (!known) illegal <= 1;
    end
  end

  // Execute
  wire [31:0] m_value;
  wire        from_m1 = m_writes && m_rd == x_rs1, from_m2 = m_writes && m_rd == x_rs2;
  wire        from_w1 = w_writes && w_rd == x_rs1, from_w2 = w_writes && w_rd == x_rs2;
  wire [31:0] a = from_m1 ? m_value : from_w1 ? w_value : x_a;
  wire [31:0] b = from_m2 ? m_value : from_w2 ? w_value : x_b;
  wire [31:0] operand = x_opcode == OP ? b : x_imm;
  reg  [31:0] alu;
  always @* begin
    case (x_funct3)
      3'd0:    alu = x_alt ? a - operand : a + operand;
      3'd1:    alu = a << operand[4:0];
      3'd2:    alu = {31'd0, $signed(a) < $signed(operand)};
      3'd3:    alu = {31'd0, a < operand};
      3'd4:    alu = a ^ operand;
      3'd5:    alu = x_alt ? $signed(a) >>> operand[4:0] : a >> operand[4:0];
      3'd6:    alu = a | operand;
      default: alu = a & operand;
    endcase
  end
  reg taken;
  always @* begin
    case (x_funct3)
      3'd0:    taken = a == b;
      3'd1:    taken = a != b;
      3'd4:    taken = $signed(a) < $signed(b);
      3'd5:    taken = $signed(a) >= $signed(b);
      3'd6:    taken = a < b;
      3'd7:    taken = a >= b;
      default: taken = 1'b0;
    endcase
  end
  wire [31:0] base = x_opcode == JALR ? a : x_pc;
  wire [31:0] sum  = base + x_imm;
  assign redirect = x_valid && (x_opcode == JAL || x_opcode == JALR || x_opcode == BRANCH && taken);
  assign target   = {sum[31:1], 1'b0};
  reg [31:0] result;
  always @* begin
    case (x_opcode)
      LUI:       result = x_imm;
      AUIPC:     result = sum;
      JAL, JALR: result = x_pc + 4;
      LOAD, STORE: result = a + x_imm;
      default:   result = alu;
    endcase
  end

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      m_valid    <= 0;
      m_writes   <= 0;
      m_load     <= 0;
      m_is_store <= 0;
      m_result   <= 0;
      m_store    <= 0;
      m_funct3   <= 0;
      m_rd       <= 0;
    end else begin
      m_valid    <= x_valid;
      m_writes   <= x_valid && x_writes;
      m_load     <= x_valid && x_opcode == LOAD;
      m_is_store <= x_valid && x_opcode == STORE;
      m_result   <= result;
      m_store    <= b;
      m_funct3   <= x_funct3;
      m_rd       <= x_rd;
    end
  end

  // Memory
  wire [4:0] shift = {m_result[1:0], 3'd0};
  wire [31:0] word = data_rdata >> shift;
  reg  [31:0] loaded;
  reg  [3:0]  bytes;
  always @* begin
    case (m_funct3)
      3'd0:    loaded = {{24{word[7]}}, word[7:0]};
      3'd1:    loaded = {{16{word[15]}}, word[15:0]};
      3'd4:    loaded = {24'd0, word[7:0]};
      3'd5:    loaded = {16'd0, word[15:0]};
      default: loaded = word;
    endcase
    case (m_funct3[1:0])
      2'd0:    bytes = 4'b0001 << m_result[1:0];
      2'd1:    bytes = 4'b0011 << m_result[1:0];
      default: bytes = 4'b1111;
    endcase
  end
  assign data_addr  = m_result;
  assign data_wdata = m_store << shift;
  assign data_write = m_is_store ? bytes : 4'd0;
  assign m_value    = m_load ? loaded : m_result;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      w_writes <= 0;
      w_value  <= 0;
      w_rd     <= 0;
    end else begin
      w_writes <= m_writes;
      w_value  <= m_value;
      w_rd     <= m_rd;
    end
  end

  // Write back
  always @(posedge clk) if (w_writes) regs[w_rd] <= w_value;
endmodule
