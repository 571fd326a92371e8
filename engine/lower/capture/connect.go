package capture

import (
	"simten.dev/engine/lower/domain"
)

// Connect gives the packages below the functions of this one that they need.
func (l *Lowering) Connect() {
	l.Contents = domain.Contents{FromData: l.fromData, HeldAt: l.HeldAt}
	l.Interpreter = interpreter()
}
