// A computer with a processor of the 6502 kind: its registers, addressing modes and instructions, but for decimal
// arithmetic and interrupts; BRK stops it. Each cycle is one access to the memory. A program in a ROM sorts, adds,
// multiplies and copies bytes, and writes results to a port at 0xf000.
module cpu6502 (
    input  wire        clk,
    input  wire        rst,
    output reg  [7:0]  port,
    output reg         port_strobe,
    output wire [15:0] addr,
    output wire        stopped
);
  reg  [7:0] ram [0:2047];
  reg  [7:0] rom [0:2047];
  integer i;
  initial begin
    $readmemh("bytes.hex", rom);
    for (i = 0; i < 2048; i = i + 1) ram[i] = 0;
  end

  wire [7:0] rdata = addr[15] ? rom[addr[10:0]] : ram[addr[10:0]];
  wire [7:0] wdata;
  wire       write;

  core core (.clk(clk), .rst(rst), .addr(addr), .rdata(rdata), .wdata(wdata), .write(write), .stopped(stopped));

  always @(posedge clk) begin
    if (write && !addr[15]) ram[addr[10:0]] <= wdata;
    port_strobe <= write && addr == 16'hf000;
    if (rst) port <= 0;
    else if (write && addr == 16'hf000) port <= wdata;
  end
endmodule

module core (
    input  wire        clk,
    input  wire        rst,
    output reg  [15:0] addr,
    input  wire [7:0]  rdata,
    output reg  [7:0]  wdata,
    output reg         write,
    output wire        stopped
);
  localparam [4:0] VECTOR_LOW = 5'd0, VECTOR_HIGH = 5'd1, FETCH = 5'd2, OPERAND = 5'd3, HIGH = 5'd4, POINTER_LOW = 5'd5,
                   POINTER_HIGH = 5'd6, ACCESS = 5'd7, MODIFY = 5'd8, PUSH = 5'd9, PULL = 5'd10, CALL_HIGH = 5'd11,
                   CALL_LOW = 5'd12, CALL_JUMP = 5'd13, RETURN_LOW = 5'd14, RETURN_HIGH = 5'd15, JUMP_LOW = 5'd16,
                   JUMP_HIGH = 5'd17, STOP = 5'd18;
  localparam [3:0] IMPLIED = 4'd0, IMMEDIATE = 4'd1, ZERO_PAGE = 4'd2, ZERO_PAGE_X = 4'd3, ZERO_PAGE_Y = 4'd4,
                   ABSOLUTE = 4'd5, ABSOLUTE_X = 4'd6, ABSOLUTE_Y = 4'd7, INDIRECT_X = 4'd8, INDIRECT_Y = 4'd9,
                   RELATIVE = 4'd10, CALL = 4'd11, RETURN = 4'd12, STACK_PUSH = 4'd13, STACK_PULL = 4'd14;

  reg [4:0]  state;
  reg [15:0] pc, address;
  reg [7:0]  a, x, y, s, ir, low, pointer, data;
  reg        n, v, z, c, d, i;
  wire [7:0] flags = {n, v, 2'b11, d, i, z, c};

  wire [2:0] aaa = ir[7:5], bbb = ir[4:2];
  wire [1:0] cc = ir[1:0];

  // Which addressing mode an instruction has.
  reg [3:0] mode;
  always @* begin
    casez (ir)
      8'h20: mode = CALL;
      8'h60: mode = RETURN;
      8'h08, 8'h48: mode = STACK_PUSH;
      8'h28, 8'h68: mode = STACK_PULL;
      8'b???_100_00: mode = RELATIVE;
      8'b???_000_01: mode = INDIRECT_X;
      8'b???_100_01: mode = INDIRECT_Y;
      8'b???_010_01, 8'b1??_000_00, 8'ha2: mode = IMMEDIATE;
      8'b???_001_??: mode = ZERO_PAGE;
      8'b10?_101_10: mode = ZERO_PAGE_Y;
      8'b???_101_??: mode = ZERO_PAGE_X;
      8'b???_011_??: mode = ABSOLUTE;
      8'b???_110_01, 8'hbe: mode = ABSOLUTE_Y;
      8'b???_111_??: mode = ABSOLUTE_X;
      default: mode = IMPLIED;
    endcase
  end

  wire is_store  = aaa == 3'd4 && (mode == ZERO_PAGE || mode == ZERO_PAGE_X || mode == ZERO_PAGE_Y || mode == ABSOLUTE
                || mode == ABSOLUTE_X || mode == ABSOLUTE_Y || mode == INDIRECT_X || mode == INDIRECT_Y);
  wire is_modify = cc == 2'd2 && aaa != 3'd4 && aaa != 3'd5 && mode != IMPLIED;
  wire is_jump   = ir == 8'h4c, is_indirect = ir == 8'h6c;

  // What a shift, an increment or a decrement makes of a byte.
  wire [7:0] shifted_in = mode == IMPLIED ? a : data;
  reg  [7:0] modified;
  reg        carry;
  always @* begin
    carry = c;
    case (aaa)
      3'd0: {carry, modified} = {shifted_in, 1'b0};
      3'd1: {carry, modified} = {shifted_in, c};
      3'd2: {modified, carry} = {1'b0, shifted_in};
      3'd3: {modified, carry} = {c, shifted_in};
      3'd6: modified = shifted_in - 8'd1;
      default: modified = shifted_in + 8'd1;
    endcase
  end

  // What an instruction that reads a byte makes of it: arithmetic, logic, comparisons.
  reg  [7:0] register, operand;
  reg        carry_in;
  reg  [8:0] sum;
  always @* begin
    register = a;
    operand  = rdata;
    carry_in = c;
    if (cc == 2'd0) register = aaa == 3'd6 ? y : x;             // CPY, CPX
    if (aaa == 3'd6 || aaa == 3'd7) operand = ~rdata;           // CMP, SBC, CPY, CPX
    if (aaa == 3'd6 || cc == 2'd0) carry_in = 1'b1;
    sum = {1'b0, register} + {1'b0, operand} + {8'd0, carry_in};
  end

  wire taken = (bbb == 3'd4) && (ir[5] == (aaa[2:1] == 2'd0 ? n : aaa[2:1] == 2'd1 ? v : aaa[2:1] == 2'd2 ? c : z));
  wire [7:0] index = mode == ABSOLUTE_X || mode == ZERO_PAGE_X ? x : mode == ABSOLUTE_Y || mode == ZERO_PAGE_Y ? y : 8'd0;

  always @* begin
    addr  = pc;
    wdata = a;
    write = 1'b0;
    case (state)
      VECTOR_LOW:  addr = 16'hfffc;
      VECTOR_HIGH: addr = 16'hfffd;
      POINTER_LOW, POINTER_HIGH: addr = {8'd0, pointer};
      ACCESS: begin
        addr  = address;
        wdata = cc == 2'd0 ? y : cc == 2'd1 ? a : x;
        write = is_store;
      end
      MODIFY: begin
        addr  = address;
        wdata = modified;
        write = 1'b1;
      end
      PUSH: begin
        addr  = {8'd1, s};
        wdata = ir[6] ? a : flags;
        write = 1'b1;
      end
      CALL_HIGH: begin
        addr  = {8'd1, s};
        wdata = pc[15:8];
        write = 1'b1;
      end
      CALL_LOW: begin
        addr  = {8'd1, s};
        wdata = pc[7:0];
        write = 1'b1;
      end
      PULL, RETURN_LOW, RETURN_HIGH: addr = {8'd1, s};
      JUMP_LOW:  addr = address;
      JUMP_HIGH: addr = {address[15:8], address[7:0] + 8'd1};
      default: ;
    endcase
  end
  assign stopped = state == STOP;

  task zn(input [7:0] value);
    begin
      z <= value == 0;
      n <= value[7];
    end
  endtask

  task read_byte;                                               // an instruction gets its byte
    case (cc)
      2'd1:
      case (aaa)
        3'd0: begin a <= a | rdata; zn(a | rdata); end
        3'd1: begin a <= a & rdata; zn(a & rdata); end
        3'd2: begin a <= a ^ rdata; zn(a ^ rdata); end
        3'd3, 3'd7: begin
          a <= sum[7:0];
          c <= sum[8];
          v <= (a[7] ^ sum[7]) & (operand[7] ^ sum[7]);
          zn(sum[7:0]);
        end
        3'd5: begin a <= rdata; zn(rdata); end
        3'd6: begin c <= sum[8]; zn(sum[7:0]); end
        default: ;
      endcase
      2'd2: begin x <= rdata; zn(rdata); end                    // LDX
      default:
      case (aaa)
        3'd1: begin z <= (a & rdata) == 0; n <= rdata[7]; v <= rdata[6]; end
        3'd5: begin y <= rdata; zn(rdata); end
        default: begin c <= sum[8]; zn(sum[7:0]); end
      endcase
    endcase
  endtask

  task implied;
    case (ir)
      8'h0a, 8'h2a, 8'h4a, 8'h6a: begin a <= modified; c <= carry; zn(modified); end
      8'h18, 8'h38: c <= ir[5];
      8'h58, 8'h78: i <= ir[5];
      8'hd8, 8'hf8: d <= ir[5];
      8'hb8: v <= 1'b0;
      8'h88: begin y <= y - 8'd1; zn(y - 8'd1); end
      8'hc8: begin y <= y + 8'd1; zn(y + 8'd1); end
      8'hca: begin x <= x - 8'd1; zn(x - 8'd1); end
      8'he8: begin x <= x + 8'd1; zn(x + 8'd1); end
      8'h8a: begin a <= x; zn(x); end
      8'h98: begin a <= y; zn(y); end
      8'ha8: begin y <= a; zn(a); end
      8'haa: begin x <= a; zn(a); end
      8'hba: begin x <= s; zn(s); end
      8'h9a: s <= x;
      default: ;
    endcase
  endtask

  always @(posedge clk) begin
    if (rst) begin
      state <= VECTOR_LOW;
      {a, x, y, ir, low, pointer, data} <= 0;
      s <= 8'hfd;
      {n, v, z, c, d, i} <= 6'b000001;
      pc <= 0;
      address <= 0;
    end else begin
      case (state)
        VECTOR_LOW: begin low <= rdata; state <= VECTOR_HIGH; end
        VECTOR_HIGH: begin pc <= {rdata, low}; state <= FETCH; end
        FETCH: begin
          ir    <= rdata;
          pc    <= pc + 16'd1;
          state <= OPERAND;
        end
        OPERAND: begin
          if (mode != IMPLIED && mode != STACK_PUSH && mode != STACK_PULL && mode != RETURN) pc <= pc + 16'd1;
          state <= FETCH;
          low   <= rdata;
          case (mode)
            IMPLIED: if (ir == 8'h00) state <= STOP; else implied;
            IMMEDIATE: read_byte;
            ZERO_PAGE, ZERO_PAGE_X, ZERO_PAGE_Y: begin
              address <= {8'd0, rdata + index};
              state   <= ACCESS;
            end
            ABSOLUTE, ABSOLUTE_X, ABSOLUTE_Y: state <= HIGH;
            INDIRECT_X, INDIRECT_Y: begin
              pointer <= mode == INDIRECT_X ? rdata + x : rdata;
              state   <= POINTER_LOW;
            end
            RELATIVE: if (taken) pc <= pc + 16'd1 + {{8{rdata[7]}}, rdata};
            CALL: state <= CALL_HIGH;
            RETURN: begin s <= s + 8'd1; state <= RETURN_LOW; end
            STACK_PUSH: state <= PUSH;
            default: begin s <= s + 8'd1; state <= PULL; end
          endcase
        end
        HIGH: begin
          pc      <= is_jump ? {rdata, low} : pc + 16'd1;
          address <= {rdata, low} + {8'd0, index};
          state   <= is_jump ? FETCH : is_indirect ? JUMP_LOW : ACCESS;
        end
        POINTER_LOW: begin
          low     <= rdata;
          pointer <= pointer + 8'd1;
          state   <= POINTER_HIGH;
        end
        POINTER_HIGH: begin
          address <= {rdata, low} + (mode == INDIRECT_Y ? {8'd0, y} : 16'd0);
          state   <= ACCESS;
        end
        ACCESS: begin
          data  <= rdata;
          state <= is_modify ? MODIFY : FETCH;
          if (!is_modify && !is_store) read_byte;
        end
        MODIFY: begin
          c <= carry;
          zn(modified);
          state <= FETCH;
        end
        PUSH: begin s <= s - 8'd1; state <= FETCH; end
        PULL: begin
          if (ir[6]) begin
            a <= rdata;
            zn(rdata);
          end else {n, v, d, i, z, c} <= {rdata[7:6], rdata[3:0]};
          state <= FETCH;
        end
        CALL_HIGH: begin s <= s - 8'd1; pc <= pc; state <= CALL_LOW; end
        CALL_LOW: begin s <= s - 8'd1; state <= CALL_JUMP; end
        CALL_JUMP: begin pc <= {rdata, low}; state <= FETCH; end
        RETURN_LOW: begin low <= rdata; s <= s + 8'd1; state <= RETURN_HIGH; end
        RETURN_HIGH: begin pc <= {rdata, low} + 16'd1; state <= FETCH; end
        JUMP_LOW: begin low <= rdata; state <= JUMP_HIGH; end
        JUMP_HIGH: begin pc <= {rdata, low}; state <= FETCH; end
        default: ;
      endcase
    end
  end
endmodule
