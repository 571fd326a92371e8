package wasmgen

import "simten.dev/engine/sim/wasmgen/encode"

// A compiler that knows an address writes it as a distance from the start of the memory, which is one register for all
// of them. A processor may look at such a register and the distance, before any address is computed, to tell which load
// reads what an earlier store wrote, and take the value from there. AMD's Zen 5 does so for 32 and 64 bits, and it
// takes some distances for the same that are not: then the work since that load is done again. A step of 10,000 words,
// which reads and writes registers all over its banks, ran at less than half of its speed.
//
// So where the banks stay, stores of such values have another base than loads. It is 0 as well, but comes out of the
// memory, so no compiler knows it.

// minAside is the size, in bytes, from which on stores have a base of their own. Smaller ones would only occupy a
// register more.
const minAside = 4

// stepAside begins a step whose stores have a base of their own.
func (f *function) stepAside() {
	if !f.p.banksStay {
		return
	}
	f.aside = f.c.NewLocal(encode.I32)
	f.c.LocalGet(f.zero)
	f.c.Memory(encode.I32Load, nilWord)
	f.c.LocalSet(f.aside)
}

// storeBase is the base of stores to a place, and the place as seen from there: another one than the given base for
// places in bank B and outside of the banks.
func (f *function) storeBase(base uint32, p place) (uint32, place) {
	if f.aside == 0 || p.size < minAside {
		return base, p
	}
	switch base {
	case f.zero:
		return f.aside, p
	case f.next:
		return f.aside, p.at(f.g.layout.bankB)
	}
	return base, p
}
