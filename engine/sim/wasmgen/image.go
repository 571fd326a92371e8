package wasmgen

import (
	"simten.dev/engine/netlist"

	"simten.dev/engine/opt"
)

// Image is a module that runs on its own in any WebAssembly engine, best in a browser: its start state is part of it.
// Call the export prepare once, then step(n), and settle before reading nets.
type Image struct {
	Code []byte
	Nets []Location // by net
}

// Location is where a net stands in the exported memory, least significant byte first. Bytes is 0
// for a net that is constant.
type Location struct{ Offset, Bytes uint32 }

// NewImage compiles a netlist to an image. Opaque lambdas become imports host.call and host.commit.
func NewImage(m *netlist.Module) (*Image, error) {
	m, _ = opt.Netlist(m, nil)
	g, err := newGenerator(m, forBrowsers)
	if err != nil {
		return nil, err
	}
	l := g.layout
	bank := make([]byte, l.bankSize)
	for i, r := range m.Registers {
		putValue(bank[l.registers[i].offset:], l.registers[i], r.Start)
	}
	g.module.Data(l.bankA, bank)
	for i, mem := range m.Memories {
		bytes := make([]byte, l.memories[i].bytes())
		for a, v := range mem.Start {
			putValue(bytes[uint32(a)*l.memories[i].cell:], placeFor(mem.Width), v)
		}
		g.module.Data(l.memories[i].offset, bytes)
	}
	for i, in := range m.Inputs {
		bytes := make([]byte, l.inputs[i].bytes())
		putValue(bytes, l.inputs[i], in.Start)
		g.module.Data(l.inputs[i].offset, bytes)
	}
	p, err := g.program()
	if err != nil {
		return nil, err
	}
	image := &Image{Code: p.code}
	for _, at := range netPlaces(m, l) {
		image.Nets = append(image.Nets, Location{at.offset, at.bytes()})
	}
	return image, nil
}
