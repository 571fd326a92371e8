module serial #(parameter PERIOD = 16) (input clk, output [7:0] data, output valid);
  reg [7:0] next = PERIOD, got = 0;
  reg [9:0] shift = 0;
  reg [3:0] sent = 0, bits = 0;
  reg [5:0] baud = 0, phase = 0;
  reg busy = 0, done = 0;
  wire line = sent == 0 ? 1'b1 : shift[0];
  always @(posedge clk) begin
    done <= 0;
    if (sent == 0) begin
      shift <= {1'b1, next, 1'b0};
      sent <= 10;
      baud <= 0;
      next <= next * 13 + 5;
    end else if (baud == PERIOD - 1) begin
      baud <= 0;
      shift <= shift >> 1;
      sent <= sent - 1;
    end else baud <= baud + 1;
    if (!busy) begin
      if (!line) begin
        busy <= 1;
        phase <= 0;
        bits <= 0;
      end
    end else if (phase == (bits == 0 ? PERIOD + PERIOD / 2 - 1 : PERIOD - 1)) begin
      phase <= 0;
      if (bits == 8) begin
        busy <= 0;
        done <= 1;
      end else begin
        got <= {line, got[7:1]};
        bits <= bits + 1;
      end
    end else phase <= phase + 1;
  end
  assign data = got, valid = done;
endmodule

module spi #(parameter DIVIDER = 2) (input clk, output [7:0] data, output valid);
  reg [7:0] out = 8'ha5, into = 0, word_ = 0;
  reg [3:0] count = 0, divide = 0;
  reg clock = 0, done = 0;
  always @(posedge clk) begin
    done <= 0;
    if (divide != DIVIDER) divide <= divide + 1;
    else begin
      divide <= 0;
      clock <= !clock;
      if (!clock) into <= {into[6:0], out[7]};
      else if (count == 7) begin
        count <= 0;
        word_ <= into;
        out <= into + word_ + DIVIDER;
        done <= 1;
      end else begin
        count <= count + 1;
        out <= out << 1;
      end
    end
  end
  assign data = word_, valid = done;
endmodule

module top(input clk, output [31:0] out);
  wire [7:0] d [0:11];
  wire [11:0] v;
  genvar g;
  generate
    for (g = 0; g < 8; g = g + 1) begin : lines
      serial #(8 + 5 * g) s(clk, d[g], v[g]);
    end
    for (g = 0; g < 4; g = g + 1) begin : masters
      spi #(2 + g) s(clk, d[8 + g], v[8 + g]);
    end
  endgenerate

  reg [6:0] prescale = 0;
  reg [15:0] time_ = 0;
  reg fired = 0;
  always @(posedge clk) begin
    fired <= 0;
    if (prescale == 99) begin
      prescale <= 0;
      time_ <= time_ + 1;
      fired <= time_[2:0] == 7;
    end else prescale <= prescale + 1;
  end

  reg [7:0] ram [0:63];
  reg [5:0] head = 0, tail = 0;
  reg [31:0] sum = 1;
  reg [3:0] last = 0;
  reg [3:0] which;
  integer i;
  initial for (i = 0; i < 64; i = i + 1) ram[i] = 0;
  always @* begin
    which = 15;
    for (i = 11; i >= 0; i = i - 1) if (v[i]) which = i;
  end
  wire [5:0] after = tail + 1;
  always @(posedge clk) begin
    if (which != 15 && after != head) begin
      ram[tail] <= d[which];
      tail <= after;
      last <= which;
    end
    if (fired && head != tail) begin
      sum <= sum * 31 + ram[head] + last;
      head <= head + 1;
    end
  end
  assign out = sum ^ time_;
endmodule
