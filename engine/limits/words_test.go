package limits

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCountsAreGrouped(t *testing.T) {
	for n, want := range map[Count]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 65536: "65,536", 3_000_000: "3,000,000",
		-5: "-5", -999: "-999", -1000: "-1,000", -123456: "-123,456", 1 << 62: "4,611,686,018,427,387,904",
	} {
		require.Equal(t, want, n.String())
	}
	for n := Count(1); n > 0 && n < 1<<60; n = n*7 + 3 {
		require.Equal(t, strconv.FormatInt(int64(n), 10), strings.ReplaceAll(n.String(), ",", ""))
		for i, part := range strings.Split(n.String(), ",") {
			require.True(t, len(part) == 3 || i == 0 && len(part) < 3 && part != "", n.String())
		}
	}
}

func TestSpansHaveASpaceBeforeTheUnit(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 5 * time.Second: "5 s", 2500 * time.Millisecond: "2.5 s", 300 * time.Millisecond: "300 ms",
		1500 * time.Microsecond: "1.5 ms", 20 * time.Microsecond: "20 µs", 7: "7 ns", -time.Second: "-1 s",
		time.Minute: "1 min", 150 * time.Second: "2 min 30 s", 2 * time.Hour: "120 min",
	} {
		require.Equal(t, want, Span(d).String())
	}
}
