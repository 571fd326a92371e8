package sim

import (
	"reflect"
	"slices"

	"simten.dev/engine/circuit"
)

// Handover is what a machine that takes the place of another one of the same design must still tell of that one's time:
// what changes compared with what was last reported, and the warnings. The zero Handover is that of the first machine.
type Handover struct {
	replaced bool
	reported []circuit.Value // by net, until the next report; nil when there was none yet
	warnings []circuit.Diagnostic
}

// Reporter is a Machine that tells what its method Changed has reported.
type Reporter interface {
	// Reported are the values of all nets at the last call of Changed; nil when there was none yet.
	Reported() []circuit.Value
}

// HandOver looks at the old machine for the last time.
func (h *Handover) HandOver(old Machine) {
	h.warnings = h.Warnings(old)
	h.reported = h.Reported(old)
	h.replaced = true
}

// Reported is Reporter.Reported of the machine that runs now. For a machine that is none everything counts as new.
func (h *Handover) Reported(now Machine) []circuit.Value {
	if h.replaced {
		return h.reported
	}
	if r, ok := now.(Reporter); ok {
		return r.Reported()
	}
	return nil
}

// Changed is Machine.Changed of the machine that runs now.
func (h *Handover) Changed(now Machine, dst []int) []int {
	if h.reported == nil {
		h.replaced = false
		return now.Changed(dst)
	}
	for _, net := range now.Changed(nil) { // the first report of a machine has every net
		if !now.Peek(net).Equal(h.reported[net]) {
			dst = append(dst, net)
		}
	}
	h.reported, h.replaced = nil, false
	return dst
}

// Warnings is Machine.Warnings of the machine that runs now, after those that were there before.
func (h *Handover) Warnings(now Machine) []circuit.Diagnostic {
	if h.warnings == nil {
		return now.Warnings()
	}
	list := slices.Clip(h.warnings)
	for _, d := range now.Warnings() {
		if !slices.ContainsFunc(list, func(old circuit.Diagnostic) bool { return reflect.DeepEqual(old, d) }) {
			list = append(list, d)
		}
	}
	return list
}
