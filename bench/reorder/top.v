module top(input clk, output [31:0] out);
  reg [15:0] busy = 0, done = 0;
  reg [4:0] dest [0:15];
  reg [31:0] value [0:15];
  reg [3:0] head = 0, tail = 0;
  reg [4:0] count = 0;
  reg [31:0] sum = 0, x = 1;

  integer i;
  initial for (i = 0; i < 16; i = i + 1) begin
    dest[i] = 0;
    value[i] = 0;
  end

  assign out = sum ^ {head, 28'd0} ^ {27'd0, count};

  wire [31:0] x1 = x ^ (x << 13);
  wire [31:0] x2 = x1 ^ (x1 >> 17);
  wire [31:0] x3 = x2 ^ (x2 << 5);
  wire [3:0] k = x3[13:10];
  wire issue = count < 16 && x3[0];

  // What the records are after the issue, and then after the completion.
  reg [15:0] b, d;
  reg [31:0] v;
  reg [4:0] n;
  always @(posedge clk) begin
    b = busy;
    d = done;
    n = count;
    if (issue) begin
      b[tail] = 1;
      d[tail] = 0;
      dest[tail] <= x3[8:4];
      tail <= tail + 1;
      n = n + 1;
    end
    v = x3 + {27'd0, issue && k == tail ? x3[8:4] : dest[k]};
    if (b[k] && !d[k]) begin
      d[k] = 1;
      value[k] <= v;
      if (k != head) v = value[head];
    end else v = value[head];
    if (b[head] && d[head]) begin
      b[head] = 0;
      sum <= sum + v;
      head <= head + 1;
      n = n - 1;
    end
    busy <= b;
    done <= d;
    count <= n;
    x <= x3;
  end
endmodule
