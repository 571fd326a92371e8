// Reductions and logic of whole words.
module reductions(
  input [7:0] a, input [31:0] w, input [99:0] v, input [2:0] n, input p, input [1:0] q,
  output [5:0] ra, rw, rv, rn, output [2:0] l1, l2, l3, output [3:0] wide, output one, output [2:0] parts, output [2:0] consts
);
  assign ra = {&a, |a, ^a, ~&a, ~|a, ~^a};
  assign rw = {&w, |w, ^w, ~&w, ~|w, ~^w};
  assign rv = {&v, |v, ^v, ~&v, ~|v, ~^v};
  assign rn = {&n, |n, ^n, ~&n, ~|n, ~^n};
  assign l1 = {a && w, a || w, !a};
  assign l2 = {v && p, v || q, !v};
  assign l3 = {p && q, p || n, !p};
  assign wide = a && n;
  assign one = &p;
  assign parts = {^{a[3], w[7], p}, &{a[1:0], p, n == 3}, |{p, q[1], w[31]}};
  assign consts = {^{a, 8'h5a}, &{a, 8'hff}, |{a[2:0], 2'b00}};
endmodule
