package sandbox

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/emit"
	"simten.dev/engine/realm"
)

// Source writes the main circuit, and what it is made of, as a program; see emit.Program.
func (c *Compiled) Source() (string, error) {
	if c.Circuit == nil {
		return "", ErrNoDesign
	}
	return emit.Program(c.Circuit, emitted{c.realm})
}

// SourceOf is Source for a circuit that a program running in a realm has made.
func SourceOf(r *realm.Realm, d *realm.Definition) (string, error) {
	return emit.Program(d.Circuit, emitted{r})
}

// emitted is the realm as package emit needs it.
type emitted struct{ *realm.Realm }

func (e emitted) Standard(c *circuit.Circuit) bool {
	d := e.Definition(c.Definition)
	return d != nil && d.Library
}

func (e emitted) Behaves(c *circuit.Circuit) bool {
	d := e.Definition(c.Definition)
	return d != nil && (d.Eval != nil || d.OnTick != nil)
}
