// A DMA engine of four channels that copies words within a memory: registers set source, destination and count, the
// channels take turns, and a burst of up to eight words goes through a buffer.
module dma (
    input  wire        clk,
    input  wire        rst_n,
    input  wire        cfg_write,
    input  wire [3:0]  cfg_addr,      // channel, then 0: source, 1: destination, 2: count and start
    input  wire [15:0] cfg_wdata,
    output wire [15:0] cfg_rdata,
    output wire        mem_write,
    output wire [9:0]  mem_addr,
    output wire [31:0] mem_wdata,
    output wire [3:0]  busy,
    output reg  [3:0]  done
);
  localparam IDLE = 2'd0, READ = 2'd1, WRITE = 2'd2;

  reg [9:0]  source [0:3];
  reg [9:0]  target [0:3];
  reg [9:0]  left   [0:3];
  reg [3:0]  active;
  reg [1:0]  state, channel;
  reg [3:0]  length, position;
  reg [31:0] buffer [0:7];
  reg [31:0] memory [0:1023];
  integer i;
  initial begin
    for (i = 0; i < 1024; i = i + 1) memory[i] = i * 32'h9e3779b1;
    for (i = 0; i < 8; i = i + 1) buffer[i] = 0;
  end

  assign busy = active;
  assign cfg_rdata = cfg_addr[1:0] == 0 ? {6'd0, source[cfg_addr[3:2]]}
                   : cfg_addr[1:0] == 1 ? {6'd0, target[cfg_addr[3:2]]} : {active[cfg_addr[3:2]], 5'd0, left[cfg_addr[3:2]]};

  wire [1:0] chosen = active[channel+2'd1] ? channel + 2'd1 : active[channel+2'd2] ? channel + 2'd2
                    : active[channel+2'd3] ? channel + 2'd3 : channel;
  wire [9:0] address = state == READ ? source[channel] : target[channel];
  wire       last    = position == length - 4'd1;

  assign mem_write = state == WRITE;
  assign mem_addr  = state == IDLE ? 10'd0 : address;
  assign mem_wdata = mem_write ? buffer[position[2:0]] : 32'd0;

  always @(posedge clk) begin
    if (state == READ) buffer[position[2:0]] <= memory[address];
    if (mem_write) memory[address] <= mem_wdata;
  end

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      for (i = 0; i < 4; i = i + 1) begin
        source[i] <= 0;
        target[i] <= 0;
        left[i]   <= 0;
      end
      active   <= 0;
      done     <= 0;
      state    <= IDLE;
      channel  <= 0;
      length   <= 0;
      position <= 0;
    end else begin
      done <= 0;
      case (state)
        IDLE:
        if (|active) begin
          channel  <= chosen;
          length   <= left[chosen] > 10'd8 ? 4'd8 : left[chosen][3:0];
          position <= 0;
          state    <= READ;
        end
        READ: begin
          source[channel] <= source[channel] + 10'd1;
          position        <= last ? 4'd0 : position + 4'd1;
          if (last) state <= WRITE;
        end
        WRITE: begin
          target[channel] <= target[channel] + 10'd1;
          left[channel]   <= left[channel] - 10'd1;
          position        <= position + 4'd1;
          if (last) begin
            state <= IDLE;
            if (left[channel] == 10'd1) begin
              active[channel] <= 1'b0;
              done[channel]   <= 1'b1;
            end
          end
        end
        default: state <= IDLE;
      endcase
      if (cfg_write && !active[cfg_addr[3:2]]) begin
        case (cfg_addr[1:0])
          2'd0: source[cfg_addr[3:2]] <= cfg_wdata[9:0];
          2'd1: target[cfg_addr[3:2]] <= cfg_wdata[9:0];
          2'd2: begin
            left[cfg_addr[3:2]]   <= cfg_wdata[9:0];
            active[cfg_addr[3:2]] <= cfg_wdata[9:0] != 0;
          end
          default: ;
        endcase
      end
    end
  end
endmodule
