package sim

import (
	"context"
	"slices"
)

// Block is an immutable piece of a machine's state: bytes, and further blocks. The images of a machine share the
// blocks in which they do not differ, so an image costs time and memory for what has changed since the one before.
type Block struct {
	Bytes []byte
	Parts []*Block // nil where there is nothing but zeros
}

// blockDepth bounds how deep the blocks of an image nest.
const blockDepth = 16

// Flatten writes a block with all of its parts.
func Flatten(b *Block) []byte {
	e := &Encoder{}
	flatten(e, b)
	return e.Bytes
}

func flatten(e *Encoder, b *Block) {
	e.Uint(uint64(len(b.Bytes)))
	e.Bytes = append(e.Bytes, b.Bytes...)
	e.Uint(uint64(len(b.Parts)))
	for _, part := range b.Parts {
		e.Bool(part != nil)
		if part != nil {
			flatten(e, part)
		}
	}
}

// Unflatten reads what Flatten wrote. The block refers to the given bytes, which must not be changed afterwards.
func Unflatten(bytes []byte) (*Block, error) {
	d := NewDecoder(bytes)
	b := unflatten(d, blockDepth)
	if err := d.Done(); err != nil {
		return nil, err
	}
	return b, nil
}

func unflatten(d *Decoder, depth int) *Block {
	if depth == 0 {
		d.bad = true
		return nil
	}
	b := &Block{Bytes: d.Take(d.Count())}
	if n := d.Count(); n > 0 {
		b.Parts = make([]*Block, 0, n)
		for range n {
			var part *Block
			if d.Bool() {
				part = unflatten(d, depth-1)
			}
			b.Parts = append(b.Parts, part)
		}
	}
	return b
}

// Snapshot is the Snapshot of a machine that has images.
func Snapshot(m interface{ Image() (*Block, error) }) ([]byte, error) {
	b, err := m.Image()
	if err != nil {
		return nil, err
	}
	return Flatten(b), nil
}

// Restore is the Restore of a machine that has images.
func Restore(ctx context.Context, m interface {
	Show(ctx context.Context, image *Block) error
}, snapshot []byte,
) error {
	b, err := Unflatten(slices.Clone(snapshot))
	if err != nil {
		return err
	}
	return m.Show(ctx, b)
}
