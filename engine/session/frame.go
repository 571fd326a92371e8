package session

import "simten.dev/engine/protocol"

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
	slot.changed = slot.machine.Changed(slot.changed[:0])
	frame := &protocol.Frame{Whole: slot.everything}
	if slot.everything {
		slot.everything = false
		slot.exposed.restart()
		slot.changed = slot.changed[:0]
		for net := range slot.design.Nets {
			slot.changed = append(slot.changed, net)
		}
	}
	frame.Nets = make([]uint32, 0, len(slot.changed))
	frame.Limbs = make([]uint32, 0, len(slot.changed))
	for _, net := range slot.changed {
		frame.Nets = append(frame.Nets, uint32(net))
		v := slot.machine.Peek(net)
		for limb := range (slot.design.Nets[net].Width + 31) / 32 {
			frame.Limbs = append(frame.Limbs, uint32(v.Word(limb/2)>>(32*(limb%2))))
		}
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
	s.sink.Event(protocol.Event{Kind: protocol.EventFrame, Slot: slot.name, Status: status, Frame: frame})
}

// unchanged says that a frame has nothing to tell but the cycle.
func unchanged(f *protocol.Frame) bool {
	return !f.Whole && len(f.Nets) == 0 && len(f.Ranges) == 0 && f.Texts == nil && f.Warnings == nil
}
