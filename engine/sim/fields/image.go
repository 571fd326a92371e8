package fields

import (
	"maps"
	"slices"

	"simten.dev/engine/realm"
	"simten.dev/engine/sim"
)

// Images makes images of the fields of one node, and shows them again. They share the pages of memories that nobody
// wrote to in between. The zero value is ready.
type Images struct {
	memories []followed // by field; only those of memories are used
}

// followed is a memory and what its last image was made of.
type followed struct {
	memory *realm.Memory
	image  *sim.Block
	pages  map[uint64]*sim.Block
}

// Image is the content of the fields: numbers and texts in one block, memories in blocks of their own.
func (x *Images) Image(cells []realm.Cell) *sim.Block {
	x.memories = slices.Grow(x.memories, len(cells))[:len(cells)]
	e := &sim.Encoder{}
	b := &sim.Block{}
	for i, cell := range cells {
		switch {
		case cell.Memory != nil:
			b.Parts = append(b.Parts, x.memories[i].take(cell.Memory))
		case cell.IsText:
			e.Text(cell.Text)
		default:
			putNumber(e, cell.Number)
		}
	}
	b.Bytes = e.Bytes
	return b
}

func putNumber(e *sim.Encoder, n realm.Number) {
	e.Bool(n.Negative)
	e.Value(n.Value)
}

func getNumber(d *sim.Decoder) realm.Number {
	negative := d.Bool()
	return realm.Number{Negative: negative, Value: d.Value()}
}

// take makes the image of a memory: the numbers of its pages, and a block for each.
func (f *followed) take(m *realm.Memory) *sim.Block {
	written, all := m.TakeWritten()
	switch {
	case f.memory != m || all:
		f.memory, f.image, f.pages = m, nil, map[uint64]*sim.Block{}
		written = map[uint64]struct{}{}
		for a := range m.Cells {
			written[a/realm.MemoryPage] = struct{}{}
		}
	case len(written) == 0:
		return f.image
	}
	for page := range written {
		if b := pageOf(m, page); b == nil {
			delete(f.pages, page)
		} else if old := f.pages[page]; old == nil || string(old.Bytes) != string(b.Bytes) {
			f.pages[page] = b
		}
	}
	e := &sim.Encoder{}
	f.image = &sim.Block{}
	for _, page := range slices.Sorted(maps.Keys(f.pages)) {
		e.Uint(page)
		f.image.Parts = append(f.image.Parts, f.pages[page])
	}
	f.image.Bytes = e.Bytes
	return f.image
}

// pageOf writes the cells of a page; nil when there are none.
func pageOf(m *realm.Memory, page uint64) *sim.Block {
	e := &sim.Encoder{}
	for i := range uint64(realm.MemoryPage) {
		if n, ok := m.Cells[page*realm.MemoryPage+i]; ok {
			e.Uint(i)
			putNumber(e, n)
		}
	}
	if len(e.Bytes) == 0 {
		return nil
	}
	return &sim.Block{Bytes: e.Bytes}
}

// Read checks an image of fields that are like the given ones, and returns what puts it in their place: the fields as
// they are then, those of memories being the same memories with other contents.
func (x *Images) Read(b *sim.Block, like []realm.Cell) (func() []realm.Cell, error) {
	if b == nil {
		return nil, sim.ErrSnapshot
	}
	x.memories = slices.Grow(x.memories, len(like))[:len(like)]
	d := sim.NewDecoder(b.Bytes)
	parts := b.Parts
	cells := slices.Clone(like)
	var memories []func()
	for i := range cells {
		switch cell := &cells[i]; {
		case cell.Memory != nil:
			if len(parts) == 0 {
				return nil, sim.ErrSnapshot
			}
			show, err := x.memories[i].read(parts[0], cell.Memory)
			if err != nil {
				return nil, err
			}
			memories, parts = append(memories, show), parts[1:]
		case cell.IsText:
			cell.Text = d.Text()
		default:
			cell.Number = getNumber(d)
		}
	}
	if err := d.Done(); err != nil || len(parts) > 0 {
		return nil, sim.ErrSnapshot
	}
	return func() []realm.Cell {
		for _, show := range memories {
			show()
		}
		return cells
	}, nil
}

// read checks the image of a memory and returns what makes it the content of that memory.
func (f *followed) read(b *sim.Block, m *realm.Memory) (func(), error) {
	if b == nil {
		return nil, sim.ErrSnapshot
	}
	d := sim.NewDecoder(b.Bytes)
	pages := make(map[uint64]*sim.Block, len(b.Parts))
	for _, part := range b.Parts {
		page := d.Uint()
		if part == nil || len(part.Parts) > 0 || pages[page] != nil {
			return nil, sim.ErrSnapshot
		}
		pages[page] = part
	}
	if err := d.Done(); err != nil {
		return nil, err
	}
	f.take(m) // what differs from now on differs from this
	changed := map[uint64]map[uint64]realm.Number{}
	for page, part := range pages {
		if f.pages[page] == part {
			continue
		}
		cells := map[uint64]realm.Number{}
		for d := sim.NewDecoder(part.Bytes); d.Done() != nil; {
			i := d.Uint()
			if cells[page*realm.MemoryPage+i] = getNumber(d); d.Err() != nil || i >= realm.MemoryPage {
				return nil, sim.ErrSnapshot
			}
		}
		changed[page] = cells
	}
	for page := range f.pages {
		if pages[page] == nil {
			changed[page] = nil
		}
	}
	return func() {
		for page, cells := range changed {
			m.Replace(page, cells)
		}
		m.TakeWritten() // what was written is this image
		f.image, f.pages = b, pages
	}, nil
}
