package realm

import (
	"time"

	"github.com/dop251/goja"

	"simten.dev/engine/circuit"
)

// CurrentCode says what user code is running: the program itself (the zero CurrentCode), or a lambda of a node.
type CurrentCode struct {
	Circuit string // name of the lambda's circuit
	Node    string // path of the node
	Lambda  string // "eval" or "onTick"
	Builtin string // the built-in function that is running, when that is known
	circuit.Place
}

// markOf is the mark of a node's lambda; l may be nil.
func markOf(d *Definition, l *Lambda, path, which string) CurrentCode {
	m := CurrentCode{Circuit: d.Circuit.Name, Node: path, Lambda: which}
	if l != nil && !d.Library {
		m.Place = l.Place
	}
	return m
}

// Running tells what user code the realm last began. It may be called from any goroutine.
func (r *Realm) Running() CurrentCode {
	if m := r.mark.Load(); m != nil {
		return *m
	}
	return CurrentCode{}
}

// Deadline tells until when the user code that is running may run; false when none is. It may be called
// from any goroutine.
func (r *Realm) Deadline() (time.Time, bool) {
	at := r.until.Load()
	return time.Unix(0, at), at != 0
}

// sighting is where user code was when it last asked for fuel, or entered a built-in function that may take long.
type sighting struct {
	place   circuit.Place
	builtin string // "" outside of built-in functions
}

func (r *Realm) see(s *sighting) {
	r.busy = s
	r.seen.Store(s)
}

// Whereabouts is Running with the line where user code was last seen and the built-in function in which it is, when
// that is one that may take long. It may be called from any goroutine.
func (r *Realm) Whereabouts() CurrentCode {
	m := r.Running()
	if s := r.seen.Load(); s != nil {
		if !s.place.IsZero() {
			m.Place = s.place
		}
		m.Builtin = s.builtin
	}
	return m
}

// Trace follows user code from place to place. A program that hung past the sight of the fuel checks is run a second
// time with it; the last place told is where it hangs. Every check of the fuel then asks the host, so a traced realm
// is slow.
type Trace struct {
	// On says whether anything is told. Calls before the one in question run with it off.
	On bool
	// From is how many steps of a call were done when it was last heard of: before them only the first traceFirst
	// steps of each call are told.
	From int
	// Tell takes a place, before what stands there runs.
	Tell func(CurrentCode)
}

// traceFirst is how many steps of each call are told in any case.
const traceFirst = 2_000

func (t *Trace) on() bool { return t != nil && t.On }

// traceHere tells the place of the running code, and the built-in function that it is about to enter.
func (r *Realm) traceHere(builtin string) {
	t := r.options.Trace
	if !t.on() || r.steps >= traceFirst && r.steps < t.From || r.script == nil {
		return
	}
	m := r.Running()
	if at := r.here(); !at.IsZero() {
		m.Place = at
	}
	m.Builtin = builtin
	t.Tell(m)
}

// traceStatement is the host's side of source.HookTrace.
func (r *Realm) traceStatement(goja.FunctionCall) goja.Value {
	r.traceHere("")
	return goja.Undefined()
}

// alive tells whoever wants to know that user code runs, and how far it is.
func (r *Realm) alive() {
	if r.options.Alive != nil {
		r.options.Alive()
	}
	if r.options.Beat != nil {
		r.options.Beat(r.steps)
	}
}
