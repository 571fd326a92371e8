package session

import (
	"slices"

	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// Still gives what a page gets of a simulation that stands: the result of its compile, with a design and without
// tables, and a frame with every value. For programs that draw pictures.
func Still(compiled *sandbox.Compiled, m sim.Machine, limits protocol.Limits) (protocol.CompileResult, *protocol.Frame) {
	result := program{compiled: compiled}.Result()
	s := &slot{design: compiled.Design, machine: m, exposed: newExposure(compiled.Design, limits.ShownStateBytes)}
	result.Design = sandbox.Describe(compiled.Design)
	s.showUpper(result.Design)
	result.Design.States, result.Design.Pictures = s.exposed.infos(), append([]protocol.PictureInfo{}, s.exposed.pictures...)
	frame := &protocol.Frame{Nets: []uint32{}, Limbs: []uint32{}, Whole: true}
	for net := range compiled.Design.Nets {
		if _, shown := slices.BinarySearch(s.upper, net); s.upper != nil && !shown {
			continue
		}
		s.carry(frame, net)
	}
	s.exposed.collect(m, frame)
	return result, frame
}
