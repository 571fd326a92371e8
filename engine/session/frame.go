package session

import (
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/protocol"
)

// Refresh sends a frame with every net and text of a slot, for a reader that has none yet.
func (s *Session) Refresh(name string) {
	slot := s.slots[name]
	if slot == nil {
		return
	}
	slot.dirty, slot.everything, slot.warned = true, true, 0
	s.frame(slot)
}

// frame sends the nets and the shown state that changed since the slot's last frame, if any did.
func (s *Session) frame(slot *slot) {
	if !slot.dirty {
		return
	}
	slot.dirty = false
	slot.framed = s.clock()
	slot.changed = slot.changes(slot.changed[:0])
	frame := &protocol.Frame{Whole: slot.everything}
	if slot.everything {
		slot.everything = false
		slot.exposed.restart()
		slot.changed = slot.changed[:0]
		if slot.upper != nil {
			slot.changed = append(slot.changed, slot.upper...)
		} else {
			for net := range slot.design.Nets {
				slot.changed = append(slot.changed, net)
			}
		}
	}
	frame.Nets = make([]uint32, 0, len(slot.changed))
	frame.Limbs = make([]uint32, 0, len(slot.changed))
	for _, net := range slot.changed {
		slot.carry(frame, net)
	}
	slot.exposed.collect(slot.machine, frame)
	if all := slot.machine.Warnings(); len(all) > slot.warned {
		frame.Warnings = all[slot.warned:]
		slot.warned = len(all)
	}
	status := slot.status(slot.framed)
	if unchanged(frame) && status.Cycle == slot.shown {
		return
	}
	slot.shown = status.Cycle
	limbs := func(net uint32) int { return (slot.design.Nets[net].Width + 31) / 32 }
	for _, piece := range frame.Divide(s.limits.ResultBytes, limbs) {
		s.sink.Event(protocol.Event{Kind: protocol.EventFrame, Slot: slot.name, Status: status, Frame: piece})
	}
}

// carry adds the value of a net to a frame.
func (t *slot) carry(frame *protocol.Frame, net int) {
	frame.Nets = append(frame.Nets, uint32(net))
	v := t.machine.Peek(net)
	for limb := range (t.design.Nets[net].Width + 31) / 32 {
		frame.Limbs = append(frame.Limbs, uint32(v.Word(limb/2)>>(32*(limb%2))))
	}
}

// changes lists the nets that frames carry and that have changed since they were last asked for. Of a design with very
// many signals these are the nets of the upper levels, and only those are looked at.
func (t *slot) changes(dst []int) []int {
	if t.upper == nil {
		return t.machine.Changed(dst)
	}
	for i, net := range t.upper {
		if v := t.machine.Peek(net); !v.Equal(t.upperValues[i]) {
			t.upperValues[i] = v
			dst = append(dst, net)
		}
	}
	return dst
}

// showUpper makes frames carry the nets of the signals told to the page, if these are not all.
func (t *slot) showUpper(info *protocol.DesignInfo) {
	if info.Levels == nil {
		return
	}
	nets := t.design.NetsWithin(*info.Levels)
	t.upper = make([]int, len(nets))
	for i, net := range nets {
		t.upper[i] = int(net)
	}
	slices.Sort(t.upper)
	t.upper = slices.Compact(t.upper)
	t.upperValues = make([]circuit.Value, len(t.upper))
}

// unchanged says that a frame has nothing to tell but the cycle.
func unchanged(f *protocol.Frame) bool {
	return !f.Whole && len(f.Nets) == 0 && len(f.Ranges) == 0 && f.Texts == nil && f.Warnings == nil
}
