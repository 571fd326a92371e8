// A FIFO between two clocks: pointers in Gray code cross over through two registers each.
module async_fifo #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 3
) (
    input  wire             wr_clk,
    input  wire             wr_rst_n,
    input  wire             wr_en,
    input  wire [WIDTH-1:0] wr_data,
    output reg              wr_full,

    input  wire             rd_clk,
    input  wire             rd_rst_n,
    input  wire             rd_en,
    output wire [WIDTH-1:0] rd_data,
    output reg              rd_empty
);
  reg [WIDTH-1:0]    storage [0:(1 << LOG2_DEPTH)-1];
  reg [LOG2_DEPTH:0] wr_bin, wr_gray, rd_bin, rd_gray;
  reg [LOG2_DEPTH:0] wr_gray_s1, wr_gray_s2, rd_gray_s1, rd_gray_s2;

  // Write side
  wire [LOG2_DEPTH:0] wr_bin_next  = wr_bin + (wr_en & ~wr_full);
  wire [LOG2_DEPTH:0] wr_gray_next = (wr_bin_next >> 1) ^ wr_bin_next;

  always @(posedge wr_clk or negedge wr_rst_n)
    if (!wr_rst_n) begin
      wr_bin     <= 0;
      wr_gray    <= 0;
      wr_full    <= 1'b0;
      rd_gray_s1 <= 0;
      rd_gray_s2 <= 0;
    end else begin
      wr_bin                   <= wr_bin_next;
      wr_gray                  <= wr_gray_next;
      {rd_gray_s2, rd_gray_s1} <= {rd_gray_s1, rd_gray};
      wr_full <= wr_gray_next == {~rd_gray_s2[LOG2_DEPTH:LOG2_DEPTH-1], rd_gray_s2[LOG2_DEPTH-2:0]};
    end

  always @(posedge wr_clk)
    if (wr_en && !wr_full) storage[wr_bin[LOG2_DEPTH-1:0]] <= wr_data;

  // Read side
  wire [LOG2_DEPTH:0] rd_bin_next  = rd_bin + (rd_en & ~rd_empty);
  wire [LOG2_DEPTH:0] rd_gray_next = (rd_bin_next >> 1) ^ rd_bin_next;

  always @(posedge rd_clk or negedge rd_rst_n)
    if (!rd_rst_n) begin
      rd_bin     <= 0;
      rd_gray    <= 0;
      rd_empty   <= 1'b1;
      wr_gray_s1 <= 0;
      wr_gray_s2 <= 0;
    end else begin
      rd_bin                   <= rd_bin_next;
      rd_gray                  <= rd_gray_next;
      {wr_gray_s2, wr_gray_s1} <= {wr_gray_s1, wr_gray};
      rd_empty                 <= rd_gray_next == wr_gray_s2;
    end

  assign rd_data = storage[rd_bin[LOG2_DEPTH-1:0]];
endmodule
