package history

import "slices"

// maxCheckpoints bounds their number, whatever their size: they are listed in every Save.
const maxCheckpoints = 1 << 14

// SetBytes changes the bound of Options.Bytes and keeps to it at once.
func (r *Recorder) SetBytes(bytes int) {
	r.options.Bytes = bytes
	r.bound()
}

// Bytes is about the memory that the history takes.
func (r *Recorder) Bytes() int { return r.bytes + r.blocks.bytes }

// bound keeps to the options after something was added.
func (r *Recorder) bound() {
	if r.options.Depth > 0 {
		r.forgetBefore(r.first())
	}
	if !r.over(r.options.Bytes, maxCheckpoints) {
		return
	}
	// A quarter more than needed, so that it is long until the next time.
	bytes, count := r.options.Bytes/4*3, maxCheckpoints/4*3
	r.forgetInputs(r.options.Bytes / 2)
	for grain := r.minGain(); grain > 0 && r.over(bytes, count); grain *= 2 {
		r.thin(grain, bytes, count)
	}
	if r.over(r.options.Bytes, maxCheckpoints) && r.other != nil {
		r.forgetAside()
	}
}

func (r *Recorder) over(bytes, count int) bool {
	n := len(r.now.checkpoints)
	if r.other != nil {
		n += len(r.other.tail.checkpoints)
	}
	return r.Bytes() > bytes || n > count
}

// lists are the checkpoints of both timelines, the one set aside first: it is the less likely to be visited.
func (r *Recorder) lists() []*timeline {
	if r.other == nil {
		return []*timeline{&r.now}
	}
	return []*timeline{&r.other.tail, &r.now}
}

// minGain is the smallest gap that dropping one checkpoint would leave; 0 when none can be dropped.
func (r *Recorder) minGain() uint64 {
	smallest := uint64(0)
	for _, t := range r.lists() {
		for i := 1; i < len(t.checkpoints); i++ {
			if gap := t.gap(t.checkpoints[i-1], i); smallest == 0 || gap < smallest {
				smallest = max(gap, 1)
			}
		}
	}
	return smallest
}

// gap is the distance between two checkpoints when the one at index i between them is dropped.
func (t *timeline) gap(before *checkpoint, i int) uint64 {
	next := t.end
	if i+1 < len(t.checkpoints) {
		next = t.checkpoints[i+1].position
	}
	return next.span(before.position)
}

// thin drops checkpoints, old ones first, whose absence leaves a gap of at most grain, until enough are dropped. So
// the gaps stay within a factor of two of each other, the coarser ones being the older.
func (r *Recorder) thin(grain uint64, bytes, count int) {
	for _, t := range r.lists() {
		if len(t.checkpoints) == 0 {
			continue
		}
		kept := t.checkpoints[:1]
		for i := 1; i < len(t.checkpoints); i++ {
			c := t.checkpoints[i]
			if c.position != r.at && r.over(bytes, count+i-len(kept)) && t.gap(kept[len(kept)-1], i) <= grain {
				r.bytes -= checkpointBytes
				r.drop(c)
				continue
			}
			kept = append(kept, c)
		}
		clear(t.checkpoints[len(kept):])
		t.checkpoints = kept
	}
}

// forgetInputs moves the start of the history forward when the inputs alone take too much memory: they cannot be
// thinned.
func (r *Recorder) forgetInputs(limit int) {
	total := 0
	for i := range r.now.inputs {
		total += r.now.inputs[i].bytes()
	}
	if total <= limit {
		return
	}
	keep := 0
	for i := len(r.now.inputs) - 1; i >= 0; i-- {
		if keep += r.now.inputs[i].bytes(); keep > limit/2 {
			r.forgetUpTo(r.now.forgotten + i)
			return
		}
	}
}

// forgetUpTo makes the first checkpoint behind an input the start, or the present state when there is none.
func (r *Recorder) forgetUpTo(input int) {
	k := slices.IndexFunc(r.now.checkpoints, func(c *checkpoint) bool { return c.inputs > input })
	if k < 0 && r.at == r.now.end && len(r.pending) == 0 {
		state, err := r.image()
		if err != nil {
			return // the next input tries again
		}
		r.keep(state)
		k = len(r.now.checkpoints) - 1
	}
	if k > 0 {
		r.startAt(k)
	}
}

// forgetBefore makes the last checkpoint that is not behind a cycle the start.
func (r *Recorder) forgetBefore(cycle uint64) {
	k := 0
	for k+1 < len(r.now.checkpoints) && r.now.checkpoints[k+1].cycle <= cycle {
		k++
	}
	if k > 0 {
		r.startAt(k)
	}
}

// startAt forgets what is before checkpoint k, unless it is on show.
func (r *Recorder) startAt(k int) {
	c := r.now.checkpoints[k]
	if c.state == nil || c.after(r.at) {
		return
	}
	n := c.inputs - r.now.forgotten
	given := r.now.inForce(c.position)
	old := timeline{checkpoints: r.now.checkpoints[:k], inputs: r.now.inputs[:n], given: r.now.given}
	r.release(old)
	r.now.given = given
	r.bytes += assignmentBytes * len(given)
	r.now.checkpoints = slices.Clone(r.now.checkpoints[k:])
	r.now.inputs = slices.Clone(r.now.inputs[n:])
	r.now.forgotten = c.inputs
	if r.other != nil && !r.other.whole && c.after(r.other.cut) {
		r.forgetAside()
	}
}
