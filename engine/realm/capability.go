package realm

import "simten.dev/engine/circuit"

// require throws into the program when a capability is not granted. The library needs no grants.
func (r *Realm) require(c circuit.Capability) {
	if r.script == nil || r.options.Grants.Has(c) {
		return
	}
	message, advice := c.Denied()
	e := r.typeError("%s", message)
	r.denied[e] = advice
	panic(e)
}
