package sandbox

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
)

// mostSignals bounds what is told, and shown, of a design: a page cannot show a million wires, and reading them takes
// longer than computing them.
const mostSignals = 50_000

// Describe tells a reader without the design how to set inputs and read values.
func Describe(d *elaborate.Design) *protocol.DesignInfo {
	info := &protocol.DesignInfo{
		Sequential: d.Sequential,
		Inputs:     ports(d.Inputs),
		Outputs:    ports(d.Outputs),
		Nets:       make([]int, len(d.Nets)),
		Signals:    make([]protocol.SignalInfo, 0, min(d.SignalCount(), mostSignals)),
		NodeCount:  d.NodeCount(),
	}
	for i := range d.Nets {
		info.Nets[i] = d.Nets[i].Width
	}
	levels, all := d.LevelsWithin(mostSignals)
	if !all {
		info.Levels = &levels
	}
	for s := range d.SignalsWithin(levels) {
		info.Signals = append(info.Signals, protocol.SignalInfo{Path: s.Path, Net: s.Net, Driven: d.Driven(s.Net)})
	}
	return info
}

func ports(list []elaborate.TopPort) []protocol.PortInfo {
	info := make([]protocol.PortInfo, len(list))
	for i, p := range list {
		info[i] = protocol.PortInfo{Name: p.Name, Width: p.Type.Wires(), Bus: p.Type.Kind == circuit.Bus, Net: p.Net}
	}
	return info
}
