package sandbox

import (
	"context"
	"slices"

	"simten.dev/engine/sim/batch"
)

// NewBatch compiles the circuit for many input vectors at once. nets are the nets that will be read, names the
// controls that the vectors set. The error is a *batch.OpaqueError when lambdas are interpreted, and a
// *batch.SizeError when the memories are too large to be kept many times.
func (c *Compiled) NewBatch(ctx context.Context, nets []int, names []string) (*batch.Program, error) {
	module, _, err := c.Lower(ctx)
	if err != nil {
		return nil, err
	}
	fields, err := NewControls(c.Design).Fields(names)
	if err != nil {
		return nil, err
	}
	builtIn := func(f batch.Field) bool { // a Constant that the netlist takes as what it is at the start
		return f.Name != "" && slices.ContainsFunc(module.Fixed, func(i int) bool { return module.Inputs[i].Node == f.Node })
	}
	if slices.ContainsFunc(fields, builtIn) {
		if module, _, err = c.build(ctx, false); err != nil {
			return nil, err
		}
	}
	return batch.New(module, nets)
}

// FreeControls are the controls that a truth table goes through, in order: the top-level inputs, or for a
// circuit without any its switches and number inputs. Constants are not among them.
func (c *Compiled) FreeControls() []string {
	if c.Design == nil {
		return nil
	}
	var names []string
	for _, p := range c.Design.Inputs {
		names = append(names, p.Name)
	}
	if len(names) > 0 {
		return names
	}
	for i, n := range c.Design.Each() {
		of := n.Circuit()
		def := c.realm.Definition(of.Definition)
		if of.Metadata.InteractiveArg != "" && !(of.Name == "Constant" && def != nil && def.Library) {
			names = append(names, c.Design.Path(i))
		}
	}
	return names
}

// Fields gives controls by name as batches set them. An unknown name is a *circuit.Diagnostic.
func (c *Controls) Fields(names []string) ([]batch.Field, error) {
	fields := make([]batch.Field, len(names))
	for i, name := range names {
		t, err := c.find(name)
		if err != nil {
			return nil, err
		}
		fields[i] = batch.Field{Input: t.input, Width: t.width}
		if t.input < 0 {
			fields[i] = batch.Field{Node: t.node, Name: t.argument, Width: t.width}
		}
	}
	return fields, nil
}
