// A UART: 8 data bits, no parity, one stop bit, with a FIFO of 16 bytes in each direction.
`timescale 1ns / 1ps
`default_nettype none

module uart #(
    parameter DIVIDER = 8
) (
    input  wire       clk,
    input  wire       rst,
    // Transmit side
    input  wire [7:0] tx_data,
    input  wire       tx_valid,
    output wire       tx_ready,
    output wire       txd,
    // Receive side
    input  wire       rxd,
    input  wire       loopback,
    output wire [7:0] rx_data,
    output wire       rx_valid,
    input  wire       rx_ready,
    output wire       rx_frame_error,
    output wire       rx_overrun
);

  wire [7:0] tx_head;
  wire       tx_pending;
  wire       tx_take;
  wire [7:0] rx_byte;
  wire       rx_done;
  wire       rx_full_n;

  uart_fifo #(.WIDTH(8), .LOG2_DEPTH(4)) tx_fifo (
      .clk(clk), .rst(rst),
      .wr_data(tx_data), .wr_valid(tx_valid), .wr_ready(tx_ready),
      .rd_data(tx_head), .rd_valid(tx_pending), .rd_ready(tx_take)
  );

  uart_tx #(.DIVIDER(DIVIDER)) transmitter (
      .clk(clk), .rst(rst), .data(tx_head), .valid(tx_pending), .ready(tx_take), .txd(txd)
  );

  uart_rx #(.DIVIDER(DIVIDER)) receiver (
      .clk(clk), .rst(rst), .rxd(loopback ? txd : rxd), .data(rx_byte), .done(rx_done), .frame_error(rx_frame_error)
  );

  uart_fifo #(.WIDTH(8), .LOG2_DEPTH(4)) rx_fifo (
      .clk(clk), .rst(rst),
      .wr_data(rx_byte), .wr_valid(rx_done), .wr_ready(rx_full_n),
      .rd_data(rx_data), .rd_valid(rx_valid), .rd_ready(rx_ready)
  );

  assign rx_overrun = rx_done & ~rx_full_n;

endmodule

module uart_tx #(
    parameter DIVIDER = 8
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] data,
    input  wire       valid,
    output wire       ready,
    output reg        txd
);
  localparam COUNT_WIDTH = $clog2(DIVIDER);

  reg [COUNT_WIDTH-1:0] prescale;
  reg [3:0]             bits_left;
  reg [8:0]             shift;

  wire busy = bits_left != 0;
  assign ready = ~busy;

  always @(posedge clk) begin
    if (rst) begin
      prescale  <= 0;
      bits_left <= 0;
      shift     <= 9'h1ff;
      txd       <= 1'b1;
    end else if (!busy) begin
      txd <= 1'b1;
      if (valid) begin
        shift     <= {1'b1, data};
        bits_left <= 4'd10;
        prescale  <= DIVIDER - 1;
        txd       <= 1'b0;
      end
    end else if (prescale != 0) begin
      prescale <= prescale - 1'b1;
    end else begin
      prescale     <= DIVIDER - 1;
      bits_left    <= bits_left - 1'b1;
      {shift, txd} <= {1'b1, shift};
    end
  end
endmodule

module uart_rx #(
    parameter DIVIDER = 8
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       rxd,
    output reg  [7:0] data,
    output reg        done,
    output reg        frame_error
);
  localparam [1:0] IDLE = 2'd0, START = 2'd1, DATA = 2'd2, STOP = 2'd3;
  localparam COUNT_WIDTH = $clog2(DIVIDER) + 1;

  reg [1:0]             state;
  reg [COUNT_WIDTH-1:0] count;
  reg [2:0]             index;
  reg [1:0]             sync;

  wire line = sync[1];

  always @(posedge clk) begin
    sync        <= {sync[0], rxd};
    done        <= 1'b0;
    frame_error <= 1'b0;
    case (state)
      IDLE: begin
        count <= DIVIDER / 2;
        if (!line) state <= START;
      end
      START: begin
        if (count != 0) count <= count - 1'b1;
        else if (line) state <= IDLE;
        else begin
          count <= DIVIDER - 1;
          index <= 3'd0;
          state <= DATA;
        end
      end
      DATA: begin
        if (count != 0) count <= count - 1'b1;
        else begin
          count       <= DIVIDER - 1;
          data[index] <= line;
          index       <= index + 1'b1;
          if (&index) state <= STOP;
        end
      end
      STOP: begin
        if (count != 0) count <= count - 1'b1;
        else begin
          done        <= line;
          frame_error <= ~line;
          state       <= IDLE;
        end
      end
    endcase
    if (rst) begin
      state <= IDLE;
      sync  <= 2'b11;
      data  <= 8'h00;
      count <= 0;
      index <= 0;
    end
  end
endmodule

module uart_fifo #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [WIDTH-1:0] wr_data,
    input  wire             wr_valid,
    output wire             wr_ready,
    output wire [WIDTH-1:0] rd_data,
    output wire             rd_valid,
    input  wire             rd_ready
);
  reg [WIDTH-1:0]    storage [0:(1 << LOG2_DEPTH)-1];
  reg [LOG2_DEPTH:0] wr_ptr;
  reg [LOG2_DEPTH:0] rd_ptr;

  wire empty = wr_ptr == rd_ptr;
  wire full  = wr_ptr == {~rd_ptr[LOG2_DEPTH], rd_ptr[LOG2_DEPTH-1:0]};

  assign wr_ready = ~full;
  assign rd_valid = ~empty;
  assign rd_data  = storage[rd_ptr[LOG2_DEPTH-1:0]];

  always @(posedge clk) begin
    if (wr_valid && wr_ready) storage[wr_ptr[LOG2_DEPTH-1:0]] <= wr_data;
    if (rst) begin
      wr_ptr <= 0;
      rd_ptr <= 0;
    end else begin
      if (wr_valid && wr_ready) wr_ptr <= wr_ptr + 1'b1;
      if (rd_valid && rd_ready) rd_ptr <= rd_ptr + 1'b1;
    end
  end
endmodule
`default_nettype wire
