package limits

import (
	"strconv"
	"time"
)

// Count is a number as messages write it: 3,000,000.
type Count int64

func (c Count) String() string {
	digits := strconv.FormatInt(int64(c), 10)
	first := 0
	if c < 0 {
		first = 1
	}
	text := digits
	for at := len(digits) - 3; at > first; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Span is a time as messages write it: 5 s, 300 ms, 2 min 30 s.
type Span time.Duration

func (s Span) String() string {
	d := time.Duration(s)
	number := func(n float64, unit string) string {
		return strconv.FormatFloat(n, 'f', -1, 64) + " " + unit
	}
	switch minutes := d / time.Minute; {
	case d < 0:
		return "-" + (-s).String()
	case d < time.Microsecond && d > 0:
		return number(float64(d), "ns")
	case d < time.Millisecond && d > 0:
		return number(float64(d)/float64(time.Microsecond), "µs")
	case d < time.Second && d > 0:
		return number(float64(d)/float64(time.Millisecond), "ms")
	case minutes == 0:
		return number(d.Seconds(), "s")
	case d%time.Minute == 0:
		return strconv.Itoa(int(minutes)) + " min"
	default:
		return strconv.Itoa(int(minutes)) + " min " + Span(d%time.Minute).String()
	}
}
