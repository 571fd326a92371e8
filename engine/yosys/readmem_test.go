package yosys_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/yosys"
)

func TestChangedAfterRead(t *testing.T) {
	text := `module top;
  reg [7:0] a [0:3], b [0:3], c [0:3];
  initial begin
    a[0] = 1; /* not
    after */
    $readmemh("x.hex", a);
    // a[1] = 2;
    if (a[0] == 3) c[0] = 1;
  end
  always @(posedge clk) a[1] <= 0;
  initial begin
    $readmemb("x.bin", b, 0, 2);
    c[1] = 0;
    b [ 3 ] = 4;
  end
endmodule
`
	list := yosys.ChangedAfterRead("top.v", text)
	require.Len(t, list, 1)
	require.Contains(t, list[0].String(), "top.v:14: warning: b is assigned to after a file is read into it")
}
