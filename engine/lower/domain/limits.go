package domain

// Spend counts work and refuses when there is too much of it.
func (l *Lowering) Spend(n int) {
	l.Steps += n
	if l.Doubts != nil && (l.Steps > *l.Doubts.Left || len(l.B.Ops) > maxDoubtedOps) {
		panic(Refuse(ReasonTooLong))
	}
	if l.Loops.Brief && l.Loops.Seen && (l.Steps > briefSteps || len(l.B.Ops) > BriefTotal) {
		l.Loops.Cut = true
		panic(Refuse(OpenLoop + BoundHelps))
	}
	if l.Steps > l.Max || len(l.B.Ops) > maxOps {
		if l.NumberOrNot > 0 {
			panic(Refuse(ReasonTooLong+": a value in it may be a number or none (NaN, undefined) in so many ways that what is done with it is repeated %d times; give it a number first, as in x ?? 0", l.NumberOrNot))
		}
		panic(Refuse(ReasonTooLong+": its loops and calls take more than %d steps; do a part of it in each cycle", MaxSteps))
	}
}
