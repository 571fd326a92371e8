package session

import "simten.dev/engine/protocol"

// Refresh sends a frame with every net and text of a slot, for a reader that has none yet.
func (s *Session) Refresh(name string) {
	slot := s.slots[name]
	if slot == nil {
		return
	}
	slot.dirty, slot.everything, slot.warned = true, true, 0
	for i := range slot.texts {
		slot.texts[i].everSent = false
	}
	s.frame(slot)
}

// frame sends the nets that changed since the slot's last frame, if any did.
func (s *Session) frame(slot *slot) {
	if !slot.dirty {
		return
	}
	slot.dirty = false
	slot.framed = s.clock()
	slot.changed = slot.machine.Changed(slot.changed[:0])
	if slot.everything {
		slot.everything = false
		slot.changed = slot.changed[:0]
		for net := range slot.design.Nets {
			slot.changed = append(slot.changed, net)
		}
	}
	frame := &protocol.Frame{
		Nets:  make([]uint32, 0, len(slot.changed)),
		Limbs: make([]uint32, 0, len(slot.changed)),
	}
	for _, net := range slot.changed {
		frame.Nets = append(frame.Nets, uint32(net))
		v := slot.machine.Peek(net)
		for limb := range (slot.design.Nets[net].Width + 31) / 32 {
			frame.Limbs = append(frame.Limbs, uint32(v.Word(limb/2)>>(32*(limb%2))))
		}
	}
	for i := range slot.texts {
		t := &slot.texts[i]
		text := slot.machine.State(t.node, t.field).Text
		if t.everSent && text == t.sent {
			continue
		}
		t.sent, t.everSent = text, true
		if frame.Texts == nil {
			frame.Texts = map[string]string{}
		}
		frame.Texts[t.path] = text
	}
	if all := slot.machine.Warnings(); len(all) > slot.warned {
		frame.Warnings = all[slot.warned:]
		slot.warned = len(all)
	}
	status := slot.status(slot.framed)
	if len(frame.Nets) == 0 && frame.Texts == nil && frame.Warnings == nil && status.Cycle == slot.shown {
		return
	}
	slot.shown = status.Cycle
	s.sink.Event(protocol.Event{Kind: protocol.EventFrame, Slot: slot.name, Status: status, Frame: frame})
}
