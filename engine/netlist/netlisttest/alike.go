package netlisttest

import (
	"fmt"
	"reflect"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
)

// Alike runs a module and one that was made of it, with the same inputs, memories, texts and nets, side by side for
// some cycles, with new random inputs after every few. register is the value that a register of the original has in the
// module that was made. The error is the first difference.
func Alike(r *Random, original, made *netlist.Module, cycles, each int, register func(made *Model, k int) circuit.Value) error {
	if err := made.Check(); err != nil {
		return err
	}
	a, b := NewModel(original), NewModel(made)
	for cycle := range cycles {
		differ := func(what string, k int, want, got any) error {
			return fmt.Errorf("cycle %d: %s %d is %v, not %v\n%s\n%s", cycle, what, k, got, want, original, made)
		}
		if !a.Settle() || !b.Settle() {
			return fmt.Errorf("cycle %d: a loop does not settle\n%s\n%s", cycle, original, made)
		}
		for k, id := range original.Nets {
			if want, got := a.Values[id], b.Values[made.Nets[k]]; !want.Equal(got) {
				return differ("net", k, want, got)
			}
		}
		a.Edge()
		b.Edge()
		for k, want := range a.Registers {
			if got := register(b, k); !want.Equal(got) {
				return differ("register", k, want, got)
			}
		}
		for k, want := range a.Memories {
			if got := b.Memories[k]; !reflect.DeepEqual(want, got) {
				return differ("memory", k, want, got)
			}
		}
		for k, want := range a.Texts {
			if got := b.Texts[k]; !reflect.DeepEqual(want, got) {
				return differ("text", k, want, got)
			}
		}
		if cycle%each == each-1 {
			for k, in := range original.Inputs {
				a.Inputs[k] = r.Value(in.Width)
				b.Inputs[k] = a.Inputs[k]
			}
		}
	}
	return nil
}
