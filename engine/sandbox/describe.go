package sandbox

import (
	"math"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/protocol"
)

// maxSignals bounds what is told, and shown, of a design: a page cannot show a million wires, and reading them takes
// longer than computing them.
const maxSignals = 50_000

// Describe tells a reader without the design how to set inputs and read values.
func Describe(d *elaborate.Design) *protocol.DesignInfo {
	info, levels := outline(d)
	info.Nets = make([]int, len(d.Nets))
	for i := range d.Nets {
		info.Nets[i] = d.Nets[i].Width
	}
	info.Signals = make([]protocol.SignalInfo, 0, min(d.SignalCount(), maxSignals))
	for s := range d.SignalsWithin(levels) {
		info.Signals = append(info.Signals, protocol.SignalInfo{Path: s.Path, Net: s.Net, Driven: d.Driven(s.Net)})
	}
	return info
}

// outline describes a design but for its nets and signals, and says of how many levels the signals are told.
func outline(d *elaborate.Design) (info *protocol.DesignInfo, levels int) {
	info = &protocol.DesignInfo{
		Sequential: d.Sequential,
		Inputs:     ports(d.Inputs),
		Outputs:    ports(d.Outputs),
		NodeCount:  d.NodeCount(),
	}
	levels, all := d.LevelsWithin(maxSignals)
	if all {
		return info, math.MaxInt
	}
	info.Levels = &levels
	return info, levels
}

func ports(list []elaborate.TopPort) []protocol.PortInfo {
	info := make([]protocol.PortInfo, len(list))
	for i, p := range list {
		info[i] = protocol.PortInfo{Name: p.Name, Width: p.Type.Wires(), Bus: p.Type.Kind == circuit.Bus, Net: p.Net}
	}
	return info
}
