package history

import "time"

// Portion is a number of cycles that take about as long as is wanted. It is one cycle at first, and learns from what
// the last ones took.
type Portion struct{ cycles uint64 }

// MaxCycles bounds a Portion: a machine is not interrupted within a step.
const MaxCycles = 1 << 24

// Of is the next number of cycles, if so many are left.
func (p *Portion) Of(left uint64) uint64 { return min(left, max(1, p.cycles)) }

// Learn adapts to the time that so many cycles took, so that the next ones take about the given time.
func (p *Portion) Learn(cycles uint64, took, aim time.Duration) {
	now := max(1, p.cycles)
	if cycles < now && took < aim {
		return // a short call says little
	}
	size := float64(cycles) * 8 // the clock may be too coarse to see a short call
	if took > 0 {
		size = min(size, float64(cycles)*float64(aim)/float64(took))
	}
	p.cycles = uint64(max(1, min(MaxCycles, size)))
}
