package session

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"simten.dev/engine/ask"
	"simten.dev/engine/protocol"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
)

// maxFiles bounds the memory of the recorded waves that are open in all slots together, in bytes.
const maxFiles = 64 << 20

// file is a recorded wave that is open beside the run of a slot.
type file struct {
	name    string
	wave    *wave.Wave
	partial bool
	bytes   int64 // about, in memory
	options trace.InputOptions
	first   *uint64
	beside  *ask.Beside // for the circuit that runs, or one before
}

// filesRoom is the memory that a file may take.
func (s *Session) filesRoom(besides *slot) int64 {
	room := int64(maxFiles)
	for _, slot := range s.slots {
		if slot != besides && slot.file != nil {
			room -= slot.file.bytes
		}
	}
	return room
}

// openFile answers a FileQuestion.
func (s *Session) openFile(ctx context.Context, slot *slot, run *ask.Run, q *protocol.FileQuestion) (*protocol.AskResult, error) {
	if q.Close {
		slot.file = nil
		return &protocol.AskResult{File: &protocol.FileResult{
			Signals: []protocol.FileSignal{}, Inputs: map[string]string{}, Missing: []string{}, Clocks: []string{},
		}}, nil
	}
	f := &file{
		name: q.Name, options: trace.InputOptions{Scope: q.Scope, Clock: q.Clock, Period: q.Period}, first: q.First,
	}
	if q.Data == "" {
		if slot.file == nil {
			return nil, errNoFile
		}
		f.name, f.wave, f.partial, f.bytes = slot.file.name, slot.file.wave, slot.file.partial, slot.file.bytes
	} else if err := f.read(ctx, run, q.Data, s.filesRoom(slot)); err != nil {
		return nil, err
	}
	b, err := run.Beside(f.wave, f.options, f.first)
	if err != nil {
		return nil, err
	}
	f.beside = b
	slot.file = f // only now: one that cannot be read takes nothing away
	r := &protocol.FileResult{
		Clock: b.Clock, First: b.First, Cycles: b.Cycles, Unit: b.Unit, Signals: make([]protocol.FileSignal, len(b.Signals)),
		More: b.More, Others: b.Others, Partial: f.partial, Inputs: b.Inputs, Missing: append([]string{}, b.Missing...),
		Clocks: append([]string{}, b.Clocks...),
	}
	for i, x := range b.Signals {
		r.Signals[i] = protocol.FileSignal{Path: x.Path, Width: x.Width, Match: x.Match}
	}
	if b.Problem != nil {
		r.Problem = s.questionError(slot, b.Problem)
	}
	return &protocol.AskResult{File: r}, nil
}

// read reads the file.
func (f *file) read(ctx context.Context, run *ask.Run, data string, room int64) error {
	packed, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return protocol.NewError(protocol.ErrInvalidRequest, "The file is not in base64.")
	}
	if room <= 0 {
		return tooLargeFile(f.name)
	}
	f.wave, f.partial, err = run.ReadWave(ctx, packed, room)
	if err != nil {
		return fileError(ctx, f.name, err)
	}
	f.bytes = f.wave.Bytes()
	return nil
}

func tooLargeFile(name string) *protocol.Error {
	e := protocol.NewError(protocol.ErrPayloadTooLarge, fmt.Sprintf("%s takes more than %d MiB of memory.", named(name), maxFiles>>20))
	e.Advice = "Record fewer signals or a shorter time; simten wave reads larger files."
	return e
}

func named(name string) string {
	if name == "" {
		return "The file"
	}
	return name
}

// fileError tells why a file cannot be read, with the place in it.
func fileError(ctx context.Context, name string, err error) error {
	var place *wave.Error
	switch {
	case errors.As(err, &place):
		e := protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("%s cannot be read: %s.", named(name), place))
		e.Line, e.Advice = place.Line, "Is the file complete, and a value change dump or a Fast Signal Trace?"
		return e
	case errors.Is(err, wave.ErrTooLarge):
		return tooLargeFile(name)
	case ctx.Err() != nil:
		return err
	}
	return protocol.NewError(protocol.ErrInvalidRequest, fmt.Sprintf("%s cannot be read: %v.", named(name), err))
}

// errNoFile is for questions about a file where none is open.
var errNoFile = protocol.NewError(protocol.ErrInvalidRequest, "No recorded wave is open.")

// beside is the file that is open, matched with the circuit that runs.
func (t *slot) beside(run *ask.Run) (*ask.Beside, error) {
	f := t.file
	if f == nil {
		return nil, errNoFile
	}
	asker, ok := t.program.(Asker)
	if !ok {
		return nil, errNoQuestions
	}
	if f.beside == nil || !f.beside.Of(asker.Compiled()) {
		b, err := run.Beside(f.wave, f.options, f.first)
		if err != nil {
			return nil, err
		}
		f.beside = b
	}
	return f.beside, nil
}

// askFile answers questions about the file that is open; nil for other questions.
func (s *Session) askFile(ctx context.Context, slot *slot, run *ask.Run, q *protocol.AskRequest) (*protocol.AskResult, error) {
	switch {
	case q.File != nil:
		return s.openFile(ctx, slot, run, q.File)
	case q.Convert != nil:
		data, err := run.FST(ctx, []byte(q.Convert.Dump), s.filesRoom(nil))
		if err != nil {
			return nil, fileError(ctx, "", err)
		}
		return &protocol.AskResult{Convert: &protocol.ConvertResult{Data: base64.StdEncoding.EncodeToString(data)}}, nil
	case q.Differ == nil && (q.Wave == nil || !q.Wave.File) && (q.Find == nil || !q.Find.File):
		return nil, nil
	}
	b, err := slot.beside(run)
	if err != nil {
		return nil, err
	}
	switch {
	case q.Wave != nil:
		p, err := b.Draw(ask.Wave{
			Signals: q.Wave.Signals, From: q.Wave.From, To: q.Wave.To, Pixels: q.Wave.Pixels, Lenient: true,
			Flat: q.Wave.Flat, Curves: q.Wave.Curves,
		})
		if err != nil {
			return nil, err
		}
		return &protocol.AskResult{Wave: waveResult(p)}, nil
	case q.Find != nil:
		cycles, err := b.Changes(q.Find.Condition.When, q.Find.From, q.Find.To, q.Find.Last, q.Find.Limit)
		if err != nil {
			return nil, err
		}
		return &protocol.AskResult{Find: &protocol.FindResult{Cycles: append([]uint64{}, cycles...), Count: uint64(len(cycles))}}, nil
	}
	d, err := run.Differ(ctx, b, ask.Differ{
		Signal: q.Differ.Signal, Path: q.Differ.Path, From: q.Differ.From, To: q.Differ.To, Last: q.Differ.Last,
	})
	if err != nil {
		return nil, err
	}
	r := &protocol.DifferResult{}
	if d != nil {
		*r = protocol.DifferResult{Found: true, Cycle: d.Cycle, Width: d.Width, Left: d.Left, Right: d.Right.KnownBits()}
	}
	return &protocol.AskResult{Differ: r}, nil
}
