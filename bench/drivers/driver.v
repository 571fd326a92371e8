// Drives a circuit in an event-driven simulator: +trace=N prints the output of the first N cycles,
// +run=N runs N cycles and prints the output afterwards.
`ifndef TOP
`define TOP top
`endif
module driver;
  reg clk = 0;
  wire [31:0] out;
  `TOP dut(clk, out);
  integer i, n;
  initial begin
    #1;
    if ($value$plusargs("trace=%d", n)) begin
      for (i = 0; i < n; i = i + 1) begin
        $display("%08x", out);
        #1 clk = 1;
        #1 clk = 0;
      end
    end else if ($value$plusargs("run=%d", n)) begin
      for (i = 0; i < n; i = i + 1) begin
        #1 clk = 1;
        #1 clk = 0;
      end
      #1 $display("%08x", out);
    end
    $finish;
  end
endmodule
