package testbench

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/sandbox"
)

// submissionName is the name of Options.Subject in the tests.
const submissionName = "submission"

// maxPorts bounds the inputs that a Case shows.
const maxPorts = 64

// Case is what a circuit under test was given when a check failed.
type Case struct {
	Inputs []Assignment `json:"inputs"` // in the order of their declaration
	// Port is the output that was read last, "" when the check did not read one.
	Port     string `json:"port,omitempty"`
	Expected string `json:"expected,omitempty"` // as the program writes it; "" when the check compares nothing
	Got      string `json:"got,omitempty"`
	Cycle    uint64 `json:"cycle,omitempty"` // of a circuit with state
}

// Assignment is a port with its value.
type Assignment struct {
	Name  string        `json:"name"`
	Value circuit.Value `json:"value"`
}

// submit makes a circuit of another realm the submission of this bench's tests. The object that stands for it has
// nothing in it: simulate() knows it by its identity.
func (b *bench) submit(of *sandbox.Compiled) {
	if of == nil {
		return
	}
	b.subject = ready(of)
	b.submission = b.vm.NewObject()
}

// drives notes that a simulation was used, if it is one of the submission.
func (s *simulation) drives() {
	if s.compiled == s.subject {
		s.driven = s
	}
}

// lastCase tells what the submission was given when a check failed; nil when the tests use none.
func (b *bench) lastCase(expected, got string) *Case {
	s := b.driven
	if s == nil {
		return nil
	}
	c := &Case{Inputs: []Assignment{}, Port: s.port, Expected: expected, Got: got, Cycle: s.cycle()}
	for i := range s.Design.Inputs {
		if s.machine == nil || i == maxPorts {
			break
		}
		p := &s.Design.Inputs[i]
		c.Inputs = append(c.Inputs, Assignment{p.Name, s.machine.Peek(p.Net)})
	}
	if !slices.ContainsFunc(s.Design.Outputs, func(p elaborate.TopPort) bool { return p.Name == c.Port }) {
		c.Port = ""
	}
	return c
}
