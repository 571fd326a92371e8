package netlist

// Place is where a register of a module is in what a pass has made of the module: a bit of a register, a register, or
// several registers that follow each other, the least significant word first.
type Place struct {
	Register int
	Bit      int // -1: all of them
	Words    int // how many registers
}

// At is the place of a register that a pass leaves as it is.
func At(register int) Place { return Place{Register: register, Bit: -1, Words: 1} }

// Then is the place after another pass, which has put the registers into these places. A bit of a register may be in
// one that is taken apart into words; what is several registers already must have stayed as it is.
func (p Place) Then(places []Place) Place {
	next := places[p.Register]
	if p.Bit >= 0 {
		next.Bit = p.Bit
	}
	return next
}
