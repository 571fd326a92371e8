package sim

import (
	"bytes"
	"slices"
	"sync/atomic"
)

// PageBytes is the unit in which the contents of memories are followed, and shared between images. Smaller pages make
// images of scattered writes smaller, larger ones make their lists shorter.
const PageBytes = 1024

// pagesInLeaf is the number of pages that one block of an image lists: about as many as there are such lists in a
// memory of a MiB, of which the image lists all.
const pagesInLeaf = 32

// Paged follows which pages of a piece of memory may have been written to, for any number of readers: each keeps the
// moment of its last look. It makes images of the piece that share what was not written to in between.
type Paged struct {
	size   int
	stamps []uint64 // by page: the moment in which it was last written to
	now    uint64   // the moment of the last look: what is written afterwards has its stamp

	image *Block // what was last taken or shown
	taken uint64 // the moment of that
}

// moments are counted for all pieces together, so that what a reader knows of a machine is old for the machine that
// takes its place.
var moments atomic.Uint64

// NewPaged follows a piece of so many bytes, all of which count as just written.
func NewPaged(size int) *Paged {
	p := &Paged{size: size, stamps: make([]uint64, (size+PageBytes-1)/PageBytes), now: moments.Add(1)}
	p.TouchAll()
	return p
}

// Touch notes that a page may have been written to.
func (p *Paged) Touch(page int) { p.stamps[page] = p.now }

// TouchAll notes that everything may have been written to.
func (p *Paged) TouchAll() {
	for i := range p.stamps {
		p.stamps[i] = p.now
	}
}

// Look returns the present moment, which Touched takes as since.
func (p *Paged) Look() uint64 {
	p.now = moments.Add(1)
	return p.now
}

// Pages tells which of the first pages may have been written to after a moment, and gives the present one; see
// Machine.Touched.
func (p *Paged) Pages(since uint64, pages []bool) uint64 {
	clear(pages)
	for i := range min(len(pages), len(p.stamps)) {
		pages[i] = p.Touched(i, since)
	}
	return p.Look()
}

// AllPages is Machine.Touched for what is not followed: everything may have been written to.
func AllPages(pages []bool) uint64 {
	for i := range pages {
		pages[i] = true
	}
	return 0
}

// Touched reports whether a page may have been written to after a moment; 0 is before everything.
func (p *Paged) Touched(page int, since uint64) bool { return p.stamps[page] >= since }

// Image is the content as blocks: one for each pagesInLeaf pages, whose parts are the pages. read copies from the
// piece, and is asked for pages only that may differ from the last image.
func (p *Paged) Image(read func(offset int, dst []byte)) *Block {
	since := p.taken
	p.taken = p.Look()
	old := p.image
	parts := make([]*Block, (len(p.stamps)+pagesInLeaf-1)/pagesInLeaf)
	changed := old == nil
	for i := range parts {
		var before *Block
		if old != nil {
			before = old.Parts[i]
		}
		parts[i] = p.leaf(i, before, since, read)
		changed = changed || parts[i] != before
	}
	if changed {
		p.image = &Block{Parts: parts}
	}
	return p.image
}

// leaf is the block of some pages: the one before when none has changed, nil when all are zeros.
func (p *Paged) leaf(index int, before *Block, since uint64, read func(offset int, dst []byte)) *Block {
	first := index * pagesInLeaf
	n := min(pagesInLeaf, len(p.stamps)-first)
	var pages []*Block // once one differs
	var buffer []byte
	for i := range n {
		if !p.Touched(first+i, since) {
			continue
		}
		var old *Block
		if before != nil {
			old = before.Parts[i]
		}
		if buffer == nil {
			buffer = make([]byte, min(PageBytes, p.size))
		}
		offset := (first + i) * PageBytes
		now := buffer[:min(PageBytes, p.size-offset)]
		read(offset, now)
		zero := allZero(now)
		if old == nil && zero || old != nil && bytes.Equal(old.Bytes, now) {
			continue
		}
		if pages == nil {
			pages = make([]*Block, n)
			if before != nil {
				copy(pages, before.Parts)
			}
		}
		pages[i] = nil
		if !zero {
			pages[i] = &Block{Bytes: now}
			buffer = nil // it belongs to the page
		}
	}
	if pages == nil {
		return before
	}
	for _, page := range pages {
		if page != nil {
			return &Block{Parts: pages}
		}
	}
	return nil
}

// Fits reports whether an image is one of a piece of this size.
func (p *Paged) Fits(image *Block) bool {
	leaves := (len(p.stamps) + pagesInLeaf - 1) / pagesInLeaf
	if image == nil || len(image.Bytes) > 0 || len(image.Parts) != leaves {
		return false
	}
	for i, leaf := range image.Parts {
		if leaf == nil {
			continue
		}
		if len(leaf.Bytes) > 0 || len(leaf.Parts) != min(pagesInLeaf, len(p.stamps)-i*pagesInLeaf) {
			return false
		}
		for k, page := range leaf.Parts {
			offset := (i*pagesInLeaf + k) * PageBytes
			if page != nil && (len(page.Bytes) != min(PageBytes, p.size-offset) || len(page.Parts) > 0) {
				return false
			}
		}
	}
	return true
}

// Show makes an image that Fits the content: write copies into the piece, and is asked for pages only that may differ.
func (p *Paged) Show(image *Block, write func(offset int, src []byte)) {
	var zeros []byte
	for i := range p.stamps {
		now, before := pageOf(image, i), pageOf(p.image, i)
		if p.image != nil && now == before && !p.Touched(i, p.taken) {
			continue
		}
		offset := i * PageBytes
		n := min(PageBytes, p.size-offset)
		if now != nil {
			write(offset, now.Bytes)
		} else {
			if zeros == nil {
				zeros = make([]byte, PageBytes)
			}
			write(offset, zeros[:n])
		}
		p.Touch(i)
	}
	p.taken = p.Look() // what was written here is that image, but news for other readers
	p.image = image
}

// pageOf is a page of an image; nil for zeros.
func pageOf(image *Block, page int) *Block {
	if image == nil {
		return nil
	}
	if leaf := image.Parts[page/pagesInLeaf]; leaf != nil {
		return leaf.Parts[page%pagesInLeaf]
	}
	return nil
}

var zeroPage [PageBytes]byte

func allZero(b []byte) bool { return bytes.Equal(b, zeroPage[:len(b)]) }

// Share makes a block of a content whose size changes: its parts are pages, those of an older block where they are
// the same.
func Share(old *Block, content []byte) *Block {
	b := &Block{}
	for at := 0; at < len(content); at += PageBytes {
		page := content[at:min(at+PageBytes, len(content))]
		if k := len(b.Parts); old != nil && k < len(old.Parts) && old.Parts[k] != nil && bytes.Equal(old.Parts[k].Bytes, page) {
			b.Parts = append(b.Parts, old.Parts[k])
			continue
		}
		b.Parts = append(b.Parts, &Block{Bytes: bytes.Clone(page)})
	}
	if old != nil && slices.Equal(old.Parts, b.Parts) {
		return old
	}
	return b
}

// Joined is the content of a block that Share made.
func Joined(b *Block) ([]byte, error) {
	if b == nil || len(b.Bytes) > 0 {
		return nil, ErrSnapshot
	}
	var content []byte
	for _, page := range b.Parts {
		if page == nil || len(page.Parts) > 0 {
			return nil, ErrSnapshot
		}
		content = append(content, page.Bytes...)
	}
	return content, nil
}
