package domain

import "time"

// Work is what lowering has taken: how often something was done, how often that was given up, and the time of both.
// nil counts nothing.
type Work map[string]*Effort

// Effort is the work of one kind.
type Effort struct {
	Done, GivenUp         int
	DoneTime, GivenUpTime time.Duration
}

// Begin is the time at which something begins that may be given up.
func (w Work) Begin() time.Time {
	if w == nil {
		return time.Time{}
	}
	return time.Now()
}

// Ended notes that something of a kind that has begun at a time is done, or given up.
func (w Work) Ended(kind string, begin time.Time, done bool) {
	if w == nil {
		return
	}
	e := w[kind]
	if e == nil {
		e = &Effort{}
		w[kind] = e
	}
	if took := time.Since(begin); done {
		e.Done++
		e.DoneTime += took
	} else {
		e.GivenUp++
		e.GivenUpTime += took
	}
}
