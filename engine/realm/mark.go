package realm

import (
	"time"

	"simten.dev/engine/circuit"
)

// Mark says what user code is running: the program itself (the zero Mark), or a lambda of a node.
type Mark struct {
	Circuit string // name of the lambda's circuit
	Node    string // path of the node
	Lambda  string // "eval" or "onTick"
	Builtin string // the built-in function that is running, when that is known
	circuit.Place
}

// markOf is the mark of a node's lambda; l may be nil.
func markOf(d *Definition, l *Lambda, path, which string) Mark {
	m := Mark{Circuit: d.Circuit.Name, Node: path, Lambda: which}
	if l != nil && !d.Library {
		m.Place = l.Place
	}
	return m
}

// Running tells what user code the realm last began. It may be called from any goroutine.
func (r *Realm) Running() Mark {
	if m := r.mark.Load(); m != nil {
		return *m
	}
	return Mark{}
}

// Deadline tells until when the user code that is running may run; false when none is. It may be called
// from any goroutine.
func (r *Realm) Deadline() (time.Time, bool) {
	at := r.until.Load()
	return time.Unix(0, at), at != 0
}

// Whereabouts is Running with the line that is executing and the built-in function in it. It reads the
// interpreter's stack without a lock while another goroutine may be running it, so it is only for a
// process that has been given up: the answer is nearly always right, since a built-in function that
// does not come back leaves the stack alone, and a wrong one does no harm any more.
func (r *Realm) Whereabouts() (m Mark) {
	m = r.Running()
	defer func() { _ = recover() }()
	stack := r.vm.CaptureCallStack(0, nil)
	place := r.placeOf(stack)
	if !place.IsZero() {
		m.Place = place
	}
	if len(stack) > 0 && stack[0].SrcName() == "<native>" {
		m.Builtin = clip(stack[0].FuncName(), 100)
	}
	return m
}
