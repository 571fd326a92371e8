package batch

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"simten.dev/engine/circuit"
)

// Block is up to Lanes vectors of a Run, evaluated together: lane i is vector First + i.
type Block struct {
	*Machine
	First uint64
	Count int
	// Out is for what Each makes of the block and Collect writes; it is emptied before Each.
	Out []byte
}

// Options say what Run does with each block.
type Options struct {
	// Cycles is the number of clock cycles of each vector; with 0 the logic settles only.
	Cycles int
	// Vectors fills the blocks, whose inputs are at their start values.
	Vectors Vectors
	// Each sees a block that has been evaluated. Like Vectors.Fill it is called on several goroutines at once,
	// with a block of its own; an error ends the run.
	Each func(b *Block) error
	// Collect, when set, is called after Each, for one block after the other in order.
	Collect func(b *Block) error
	// Workers is the number of goroutines; 0 is one for each processor.
	Workers int
}

// Run evaluates count vectors, each from the start of the circuit. The error is that of ctx, of Each, of
// Collect, or an *VectorError. Of several errors it is the one of the earliest block.
func (p *Program) Run(ctx context.Context, count uint64, o Options) error {
	blocks := (count + Lanes - 1) / Lanes
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = int(min(uint64(workers), blocks))
	if bytes := 8 * p.memoryWords(); bytes > 0 { // all workers together stay within the bound of one
		workers = max(1, min(workers, maxState/bytes))
	}
	r := &run{p: p, o: o, count: count, blocks: blocks}
	r.turned.L = &r.lock
	if workers <= 1 {
		r.work(ctx)
		return r.err
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { r.work(ctx) })
	}
	group.Wait()
	return r.err
}

// run is one Run.
type run struct {
	p             *Program
	o             Options
	count, blocks uint64
	next          atomic.Uint64 // the block that is taken next

	lock   sync.Mutex
	turned sync.Cond
	turn   uint64 // the block that is collected next
	failed uint64 // the block of err
	err    error
}

// fail keeps the error of the earliest block, so that a run gives the same error every time.
func (r *run) fail(block uint64, err error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.err == nil || block < r.failed {
		r.err, r.failed = err, block
	}
	r.turned.Broadcast()
}

func (r *run) stopped(block uint64) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.err != nil && r.failed < block
}

func (r *run) work(ctx context.Context) {
	b := &Block{Machine: r.p.NewMachine()}
	for {
		k := r.next.Add(1) - 1
		if k >= r.blocks || r.stopped(k) {
			return
		}
		err := ctx.Err()
		if err == nil {
			b.First, b.Out = k*Lanes, b.Out[:0]
			b.Count = int(min(Lanes, r.count-b.First))
			err = r.block(b)
		}
		if err == nil && r.o.Collect != nil {
			err = r.collect(k, b)
		}
		if err != nil {
			r.fail(k, err)
			return
		}
	}
}

// block evaluates one block.
func (r *run) block(b *Block) error {
	b.SetLanes(b.Count)
	err := b.Reset()
	if err == nil {
		r.o.Vectors.Fill(b)
		if r.o.Cycles > 0 {
			err = b.Step(r.o.Cycles)
		} else {
			err = b.Settle()
		}
	}
	var e *VectorError
	if errors.As(err, &e) {
		e.Vector = b.First + uint64(e.Lane)
	}
	if err != nil {
		return err
	}
	return r.o.Each(b)
}

// collect waits until it is the block's turn.
func (r *run) collect(k uint64, b *Block) error {
	r.lock.Lock()
	for r.turn != k && (r.err == nil || r.failed > k) {
		r.turned.Wait()
	}
	stopped := r.turn != k
	r.lock.Unlock()
	if stopped {
		return nil
	}
	err := r.o.Collect(b)
	r.lock.Lock()
	defer r.lock.Unlock()
	r.turn++
	r.turned.Broadcast()
	return err
}

// Field is what Counting and Random set: a top-level input (an index into Design.Inputs), or when Name is
// given the interactive argument of a flat node.
type Field struct {
	Input int
	Node  int
	Name  string
	Width int
}

// Bits is the number of bits of a list of inputs together: a truth table has 2^Bits rows.
func Bits(fields []Field) int {
	sum := 0
	for _, f := range fields {
		sum += f.Width
	}
	return sum
}

// Vectors is a numbered list of input vectors.
type Vectors interface {
	// Fill sets the inputs of a block.
	Fill(b *Block)
	// Values appends the values of the fields in one vector to dst.
	Values(vector uint64, dst []circuit.Value) []circuit.Value
}

// Counting gives vector i the bits of i, the first field in the most significant bits: all vectors from 0 on
// are the rows of a truth table in their usual order. The fields have 64 bits or fewer together.
type Counting struct{ Fields []Field }

// Fill implements Vectors.
func (c Counting) Fill(b *Block) {
	low := uint(0)
	for k := len(c.Fields) - 1; k >= 0; k-- {
		f := c.Fields[k]
		if f.Name == "" {
			b.SetCounting(f.Input, b.First, low)
		} else {
			for lane := range b.Count {
				b.SetField(f, lane, circuit.Uint((b.First+uint64(lane))>>low).Mask(f.Width))
			}
		}
		low += uint(f.Width)
	}
}

// Values implements Vectors.
func (c Counting) Values(vector uint64, dst []circuit.Value) []circuit.Value {
	low := uint(Bits(c.Fields))
	for _, f := range c.Fields {
		low -= uint(f.Width)
		dst = append(dst, circuit.Uint(vector>>low).Mask(f.Width))
	}
	return dst
}

// Random gives vector i random bits that depend on Seed and i only. A quarter of the values are corner
// cases: all zeros, all ones, one bit, few.
type Random struct {
	Fields []Field
	Seed   uint64
}

// Fill implements Vectors.
func (r Random) Fill(b *Block) {
	var values []circuit.Value
	for lane := range b.Count {
		values = r.Values(b.First+uint64(lane), values[:0])
		for k, f := range r.Fields {
			b.SetField(f, lane, values[k])
		}
	}
}

// Values implements Vectors.
func (r Random) Values(vector uint64, dst []circuit.Value) []circuit.Value {
	rnd := rand.New(rand.NewPCG(r.Seed, vector))
	for _, f := range r.Fields {
		dst = append(dst, randomValue(rnd, f.Width))
	}
	return dst
}

// List has its vectors one by one. They have a value for every field.
type List struct {
	Fields  []Field
	Vectors [][]circuit.Value
}

// Fill implements Vectors.
func (l List) Fill(b *Block) {
	for lane := range b.Count {
		for k, v := range l.Vectors[b.First+uint64(lane)] {
			b.SetField(l.Fields[k], lane, v.Mask(l.Fields[k].Width))
		}
	}
}

// Values implements Vectors.
func (l List) Values(vector uint64, dst []circuit.Value) []circuit.Value {
	return append(dst, l.Vectors[vector]...)
}

// SetField sets a field in one lane.
func (m *Machine) SetField(f Field, lane int, v circuit.Value) {
	if f.Name == "" {
		m.Set(f.Input, lane, v)
		return
	}
	m.SetArgument(f.Node, f.Name, lane, v)
}

func randomValue(rnd *rand.Rand, width int) circuit.Value {
	words := make([]uint64, (width+63)/64)
	shape := rnd.IntN(16)
	for i := range words {
		switch shape {
		case 0: // 0
		case 1:
			words[i] = ^uint64(0)
		case 2:
			words[i] = uint64(rnd.IntN(4))
			if i > 0 {
				words[i] = 0
			}
		case 3:
			if bit := rnd.IntN(width); bit/64 == i {
				words[i] = 1 << uint(bit%64)
			}
		default:
			words[i] = rnd.Uint64()
		}
	}
	return circuit.FromWords(words).Mask(width)
}
