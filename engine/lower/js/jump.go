package js

import (
	"simten.dev/engine/lower/domain"
	"simten.dev/engine/lower/loop"
)

func toContinue(t *domain.JumpTarget, label string) bool {
	return t.Continues && (label == "" || t.Label == label)
}

// labelled runs a statement that breaks with its label end.
func (l *Lowering) labelled(label string, s *domain.State, run func(s *domain.State) loop.Flow) loop.Flow {
	if label == "" {
		return run(s)
	}
	t := l.Enter(s, domain.JumpTarget{Label: label})
	f := l.EndBreaks(run(s), label, false)
	l.Exit(t, f.Next)
	return f
}
