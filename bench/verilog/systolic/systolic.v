// An output-stationary systolic array: row k of A enters at the left, column k of B at the top, each delayed by one
// cycle a row or column. After start, SIZE results of dot products of length LENGTH wait in each row.
module systolic #(
    parameter SIZE   = 8,
    parameter WIDTH  = 8,
    parameter ACC    = 24
) (
    input  wire                  clk,
    input  wire                  rst_n,
    input  wire                  start,      // clears the accumulators
    input  wire                  valid,
    input  wire [SIZE*WIDTH-1:0] a,          // a row of signed numbers
    input  wire [SIZE*WIDTH-1:0] b,
    input  wire [2:0]            row,        // which row of results is shown
    output wire [SIZE*ACC-1:0]   sums
);
  wire [WIDTH-1:0] east  [0:SIZE*(SIZE+1)-1];
  wire [WIDTH-1:0] south [0:(SIZE+1)*SIZE-1];
  wire [ACC-1:0]   acc   [0:SIZE*SIZE-1];

  genvar r, c;
  generate
    for (r = 0; r < SIZE; r = r + 1) begin : edges
      delay #(.WIDTH(WIDTH), .STAGES(r)) skew_a (
          .clk(clk), .rst_n(rst_n), .in(valid ? a[r*WIDTH+:WIDTH] : {WIDTH{1'b0}}), .out(east[r*(SIZE+1)])
      );
      delay #(.WIDTH(WIDTH), .STAGES(r)) skew_b (
          .clk(clk), .rst_n(rst_n), .in(valid ? b[r*WIDTH+:WIDTH] : {WIDTH{1'b0}}), .out(south[r])
      );
    end
    for (r = 0; r < SIZE; r = r + 1) begin : rows
      for (c = 0; c < SIZE; c = c + 1) begin : columns
        systolic_cell #(.WIDTH(WIDTH), .ACC(ACC)) pe (
            .clk(clk), .rst_n(rst_n), .clear(start), .a(east[r*(SIZE+1)+c]), .b(south[r*SIZE+c]),
            .a_out(east[r*(SIZE+1)+c+1]), .b_out(south[(r+1)*SIZE+c]), .acc(acc[r*SIZE+c])
        );
      end
    end
    for (c = 0; c < SIZE; c = c + 1) begin : results
      assign sums[c*ACC+:ACC] = acc[row*SIZE+c];
    end
  endgenerate
endmodule

module systolic_cell #(
    parameter WIDTH = 8,
    parameter ACC   = 24
) (
    input  wire                    clk,
    input  wire                    rst_n,
    input  wire                    clear,
    input  wire signed [WIDTH-1:0] a,
    input  wire signed [WIDTH-1:0] b,
    output reg         [WIDTH-1:0] a_out,
    output reg         [WIDTH-1:0] b_out,
    output reg  signed [ACC-1:0]   acc
);
  wire signed [2*WIDTH-1:0] product = a * b;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      a_out <= 0;
      b_out <= 0;
      acc   <= 0;
    end else begin
      a_out <= a;
      b_out <= b;
      acc   <= clear ? 0 : acc + {{(ACC-2*WIDTH){product[2*WIDTH-1]}}, product};
    end
  end
endmodule

module delay #(
    parameter WIDTH  = 8,
    parameter STAGES = 1
) (
    input  wire             clk,
    input  wire             rst_n,
    input  wire [WIDTH-1:0] in,
    output wire [WIDTH-1:0] out
);
  generate
    if (STAGES == 0) begin : none
      assign out = in;
    end else begin : some
      reg [WIDTH*STAGES-1:0] line;
      always @(posedge clk or negedge rst_n) begin
        if (!rst_n) line <= 0;
        else line <= {line, in};
      end
      assign out = line[WIDTH*STAGES-1-:WIDTH];
    end
  endgenerate
endmodule
