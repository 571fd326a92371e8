// A crossbar of 4 masters and 4 slaves: each slave has a round-robin arbiter, a request waits until it is granted, and
// the answer comes back one cycle later.
module crossbar #(
    parameter MASTERS = 4,                    // four are wired
    parameter SLAVES  = 4
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [MASTERS-1:0]    m_valid,
    input  wire [MASTERS-1:0]    m_write,
    input  wire [MASTERS*8-1:0]  m_addr,     // the upper two bits choose the slave
    input  wire [MASTERS*32-1:0] m_wdata,
    output wire [MASTERS-1:0]    m_ready,
    output reg  [MASTERS-1:0]    m_rvalid,
    output reg  [MASTERS*32-1:0] m_rdata
);
  wire [SLAVES*MASTERS-1:0] grant;           // by slave, one bit for each master
  wire [SLAVES*32-1:0]      rdata;

  genvar s, m;
  generate
    for (s = 0; s < SLAVES; s = s + 1) begin : slaves
      wire [MASTERS-1:0] request;
      for (m = 0; m < MASTERS; m = m + 1) begin : requests
        assign request[m] = m_valid[m] && m_addr[m*8+6+:2] == s;
      end
      round_robin #(.N(MASTERS)) arbiter (
          .clk(clk), .rst(rst), .request(request), .grant(grant[s*MASTERS+:MASTERS])
      );
      wire [MASTERS-1:0] chosen = grant[s*MASTERS+:MASTERS];
      wire               write  = |(chosen & m_write);
      wire [5:0]         addr   = {6{chosen[0]}} & m_addr[0+:6] | {6{chosen[1]}} & m_addr[8+:6]
                                | {6{chosen[2]}} & m_addr[16+:6] | {6{chosen[3]}} & m_addr[24+:6];
      wire [31:0]        wdata  = {32{chosen[0]}} & m_wdata[0+:32] | {32{chosen[1]}} & m_wdata[32+:32]
                                | {32{chosen[2]}} & m_wdata[64+:32] | {32{chosen[3]}} & m_wdata[96+:32];
      crossbar_slave memory (
          .clk(clk), .write(write && !rst), .addr(addr), .wdata(wdata), .rdata(rdata[s*32+:32])
      );
    end
    for (m = 0; m < MASTERS; m = m + 1) begin : masters
      wire [SLAVES-1:0] granted;
      for (s = 0; s < SLAVES; s = s + 1) begin : collect
        assign granted[s] = grant[s*MASTERS+m];
      end
      assign m_ready[m] = |granted;
    end
  endgenerate

  integer k, j;
  always @(posedge clk) begin
    m_rvalid <= m_ready & ~m_write;
    for (k = 0; k < MASTERS; k = k + 1) begin
      for (j = 0; j < SLAVES; j = j + 1) begin
        if (grant[j*MASTERS+k]) m_rdata[k*32+:32] <= rdata[j*32+:32];
      end
    end
    if (rst) begin
      m_rvalid <= 0;
      m_rdata  <= 0;
    end
  end
endmodule

// Grants the first request after the master that was granted last.
module round_robin #(
    parameter N = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire [N-1:0] request,
    output wire [N-1:0] grant
);
  reg  [N-1:0] mask;                          // masters after the last one
  wire [N-1:0] later   = request & mask;
  wire [N-1:0] first   = later & (~later + 1'b1);
  wire [N-1:0] wrapped = request & (~request + 1'b1);
  assign grant = |later ? first : wrapped;

  always @(posedge clk) begin
    if (rst) mask <= 0;
    else if (|grant) mask <= ~(grant | (grant - 1'b1));
  end
endmodule

module crossbar_slave (
    input  wire        clk,
    input  wire        write,
    input  wire [5:0]  addr,
    input  wire [31:0] wdata,
    output wire [31:0] rdata
);
  reg [31:0] cells [0:63];
  integer i;
  initial for (i = 0; i < 64; i = i + 1) cells[i] = 0;
  assign rdata = cells[addr];
  always @(posedge clk) if (write) cells[addr] <= wdata;
endmodule
