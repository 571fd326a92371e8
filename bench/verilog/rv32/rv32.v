// A RISC-V core (RV32I without system instructions) that takes three to five cycles an instruction, with its memory.
module rv32 #(
    parameter WORDS = 256
) (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] gpio_in,
    output reg  [31:0] gpio_out,
    output reg         gpio_strobe,
    output wire [31:0] pc,
    output wire        trap
);
  wire [31:0] addr, wdata, rdata;
  wire [3:0]  wstrb;
  wire        valid;

  rv32_core core (
      .clk(clk), .rst(rst), .mem_valid(valid), .mem_addr(addr), .mem_wdata(wdata), .mem_wstrb(wstrb), .mem_rdata(rdata),
      .pc(pc), .trap(trap)
  );

  reg  [31:0] ram [0:WORDS-1];
  wire        is_gpio = addr[31];
  wire [$clog2(WORDS)-1:0] word = addr[$clog2(WORDS)+1:2];

  initial $readmemh("program.hex", ram);

  assign rdata = is_gpio ? gpio_in : ram[word];

  always @(posedge clk) begin
    if (valid && !is_gpio) begin
      if (wstrb[0]) ram[word][7:0]   <= wdata[7:0];
      if (wstrb[1]) ram[word][15:8]  <= wdata[15:8];
      if (wstrb[2]) ram[word][23:16] <= wdata[23:16];
      if (wstrb[3]) ram[word][31:24] <= wdata[31:24];
    end
    gpio_strobe <= valid && is_gpio && |wstrb;
    if (rst) gpio_out <= 0;
    else if (valid && is_gpio && |wstrb) gpio_out <= wdata;
  end
endmodule

module rv32_core (
    input  wire        clk,
    input  wire        rst,
    output wire        mem_valid,
    output wire [31:0] mem_addr,
    output wire [31:0] mem_wdata,
    output wire [3:0]  mem_wstrb,
    input  wire [31:0] mem_rdata,
    output reg  [31:0] pc,
    output reg         trap
);
  localparam [2:0] FETCH = 3'd0, DECODE = 3'd1, EXECUTE = 3'd2, MEMORY = 3'd3, HALT = 3'd4;
  localparam [6:0] LUI = 7'h37, AUIPC = 7'h17, JAL = 7'h6f, JALR = 7'h67, BRANCH = 7'h63, LOAD = 7'h03, STORE = 7'h23,
                   OP_IMM = 7'h13, OP = 7'h33, FENCE = 7'h0f;

  reg [2:0]  state;
  reg [31:0] instr, rs1, rs2;
  reg [31:0] regs [0:31];

  integer n;
  initial for (n = 0; n < 32; n = n + 1) regs[n] = 0;

  // Fields of the instruction
  wire [6:0] opcode = instr[6:0];
  wire [4:0] rd     = instr[11:7];
  wire [2:0] funct3 = instr[14:12];
  wire       alt    = instr[30];

  wire [31:0] imm_i = {{21{instr[31]}}, instr[30:20]};
  wire [31:0] imm_s = {{21{instr[31]}}, instr[30:25], instr[11:7]};
  wire [31:0] imm_b = {{20{instr[31]}}, instr[7], instr[30:25], instr[11:8], 1'b0};
  wire [31:0] imm_u = {instr[31:12], 12'b0};
  wire [31:0] imm_j = {{12{instr[31]}}, instr[19:12], instr[20], instr[30:21], 1'b0};

  // Arithmetic and logic
  wire [31:0] operand = (opcode == OP) ? rs2 : imm_i;
  wire [4:0]  shamt   = operand[4:0];
  reg  [31:0] alu;

  always @* begin
    case (funct3)
      3'b000:  alu = (opcode == OP && alt) ? rs1 - operand : rs1 + operand;
      3'b001:  alu = rs1 << shamt;
      3'b010:  alu = {31'b0, $signed(rs1) < $signed(operand)};
      3'b011:  alu = {31'b0, rs1 < operand};
      3'b100:  alu = rs1 ^ operand;
      3'b101:  alu = alt ? $signed(rs1) >>> shamt : rs1 >> shamt;
      3'b110:  alu = rs1 | operand;
      default: alu = rs1 & operand;
    endcase
  end

  reg taken;
  always @* begin
    case (funct3)
      3'b000:  taken = rs1 == rs2;
      3'b001:  taken = rs1 != rs2;
      3'b100:  taken = $signed(rs1) < $signed(rs2);
      3'b101:  taken = $signed(rs1) >= $signed(rs2);
      3'b110:  taken = rs1 < rs2;
      3'b111:  taken = rs1 >= rs2;
      default: taken = 1'b0;
    endcase
  end

  // Memory
  wire [31:0] address = rs1 + (opcode == STORE ? imm_s : imm_i);
  wire [1:0]  lane    = address[1:0];

  assign mem_valid = state == FETCH || state == MEMORY;
  assign mem_addr  = state == FETCH ? pc : {address[31:2], 2'b00};
  assign mem_wdata = funct3[1:0] == 2'd0 ? {4{rs2[7:0]}} : funct3[1:0] == 2'd1 ? {2{rs2[15:0]}} : rs2;
  assign mem_wstrb = (state == MEMORY && opcode == STORE)
      ? (funct3[1:0] == 2'd0 ? 4'b0001 << lane : funct3[1:0] == 2'd1 ? (lane[1] ? 4'b1100 : 4'b0011) : 4'b1111)
      : 4'b0000;

  reg [31:0] loaded;
  wire [7:0]  loaded_byte = mem_rdata[lane * 8 +: 8];
  wire [15:0] loaded_half = lane[1] ? mem_rdata[31:16] : mem_rdata[15:0];

  always @* begin
    case (funct3)
      3'b000:  loaded = {{24{loaded_byte[7]}}, loaded_byte};
      3'b001:  loaded = {{16{loaded_half[15]}}, loaded_half};
      3'b100:  loaded = {24'b0, loaded_byte};
      3'b101:  loaded = {16'b0, loaded_half};
      default: loaded = mem_rdata;
    endcase
  end

  // Write back
  reg        write;
  reg [31:0] result;
  always @* begin
    write  = state == EXECUTE;
    result = alu;
    case (opcode)
      LUI:       result = imm_u;
      AUIPC:     result = pc + imm_u;
      JAL, JALR: result = pc + 4;
      OP, OP_IMM: ;
      LOAD: begin
        write  = state == MEMORY;
        result = loaded;
      end
      default: write = 1'b0;
    endcase
  end

  always @(posedge clk) if (write && rd != 0 && !rst) regs[rd] <= result;

  always @(posedge clk) begin
    if (rst) begin
      state <= FETCH;
      pc    <= 0;
      trap  <= 1'b0;
    end else begin
      case (state)
        FETCH: begin
          instr <= mem_rdata;
          state <= DECODE;
        end
        DECODE: begin
          rs1   <= regs[instr[19:15]];
          rs2   <= regs[instr[24:20]];
          state <= EXECUTE;
        end
        EXECUTE: begin
          pc    <= pc + 4;
          state <= FETCH;
          case (opcode)
            LUI, AUIPC, OP, OP_IMM, FENCE: ;
            JAL:    pc <= pc + imm_j;
            JALR:   pc <= (rs1 + imm_i) & ~32'd1;
            BRANCH: if (taken) pc <= pc + imm_b;
            LOAD, STORE: begin
              pc    <= pc;
              state <= MEMORY;
            end
            default: begin
              trap  <= 1'b1;
              state <= HALT;
            end
          endcase
        end
        MEMORY: begin
          pc    <= pc + 4;
          state <= FETCH;
        end
        default: state <= HALT;
      endcase
    end
  end
endmodule
