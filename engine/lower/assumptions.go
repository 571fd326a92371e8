package lower

import (
	"simten.dev/engine/lower/builtin"
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// checkAssumptions makes what the lambda gives true where it is not given up: where it is, it neither throws nor warns.
func (l *lowering) checkAssumptions(out *Lowered) {
	out.Doubt = word.None
	if always, known := l.ConstBool(l.Doubted); known && !always || l.B.AlwaysZero(l.Doubted, builtin.MaxTried) {
		return
	}
	l.Met.Unproven = !l.B.Tried(builtin.MaxTried, l.Doubted)
	out.Doubt = l.Doubted
	certain := l.B.Not(l.Doubted)
	for i := range l.Throws {
		l.Throws[i].When = l.B.And(certain, l.Throws[i].When)
	}
	for i := range out.Outputs {
		o := &out.Outputs[i]
		if !l.IsTrue(o.Given) {
			panic(domain.Refuse("an output is not always given"))
		}
		o.Misfit = l.B.And(certain, o.Misfit)
	}
}
