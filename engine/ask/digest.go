package ask

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"hash/fnv"
	"io"
	"maps"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
)

// digestForm begins a digest. Another way to make them has another number.
const digestForm = "1."

// Digest is a fingerprint of the complete state of one cycle: outputs, registers, memories and texts with their names.
// It is the same whichever simulator ran the cycle, and whichever way led there, so that two runs of one text that
// agree in it are in the same state. It is the first 128 bits of SHA-256.
func (r *Run) Digest(ctx context.Context, cycle uint64) (string, error) {
	if first, last := r.Range(); cycle < first || cycle > last {
		return "", &history.OutOfRangeError{Cycle: cycle, Range: r.past.Range()}
	}
	m, err := r.compiled.NewMachineOn(ctx, "interp")
	if err != nil {
		return "", err
	}
	defer func() { _ = m.Close() }()
	player := r.past.Player(m, nil)
	player.Pause = r.pauser()
	if err := player.Seek(ctx, cycle); err != nil {
		return "", err
	}
	h := digester{fnv.New128a()}
	d := r.compiled.Design
	for _, name := range outputs(d) {
		s, err := r.Signal(name)
		if err != nil {
			return "", err
		}
		h.text(name)
		h.value(s.Read(m))
	}
	for i, part := range d.Each() {
		for k, f := range part.State() {
			h.text(circuit.AppendPath(d.Path(i), f.Name))
			state := m.State(i, k)
			switch {
			case f.StateType.Kind == circuit.Memory:
				h.number(uint64(len(state.Memory)))
				for _, at := range slices.Sorted(maps.Keys(state.Memory)) {
					h.number(at)
					h.value(state.Memory[at])
				}
			case state.IsText:
				h.text(state.Text)
			default:
				h.value(state.Scalar)
			}
		}
	}
	return digestForm + hex.EncodeToString(h.Sum(nil)), nil
}

// digester takes the parts of a state, each with its length, so that no two states are the same row of bytes. Its
// writes never fail.
type digester struct{ hash.Hash }

func (h digester) number(n uint64) {
	_, _ = h.Write(binary.AppendUvarint(nil, n))
}

func (h digester) text(s string) {
	h.number(uint64(len(s)))
	_, _ = io.WriteString(h, s)
}

func (h digester) value(v circuit.Value) {
	words := (v.Len() + 63) / 64
	h.number(uint64(words))
	for i := range words {
		h.number(v.Word(i))
	}
}
