package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"simten.dev/engine/circuit"
	"simten.dev/engine/project"
)

// largestSafeInteger is the largest id that JavaScript keeps exact, 2^53 − 1.
const largestSafeInteger = 1<<53 - 1

// Decode reads one request from JSON text and validates it. On an error the returned request
// still carries the id, slot and type when they could be read, so that it can be answered.
func Decode(data []byte, limits Limits) (Request, *Error) {
	// A source may double in size when it is quoted, and a request has some fields around it.
	largest := max(limits.MessageBytes, 2*limits.SourceBytes+4096)
	if len(data) > largest {
		return Request{}, tooLarge("request", len(data), largest)
	}
	var r Request
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return heading(data), NewError(ErrInvalidRequest, "The request is not a message of this protocol: "+describe(err)+".")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return heading(data), NewError(ErrInvalidRequest, "The request is followed by other text.")
	}
	if err := r.Validate(limits); err != nil {
		return heading(data), err
	}
	return r, nil
}

// parts are the types of request; those with a part of their own say whether r has it.
var parts = map[Type]func(r *Request) bool{
	TypeCompile:    func(r *Request) bool { return r.Compile != nil },
	TypeSet:        func(r *Request) bool { return r.Set != nil },
	TypeTick:       func(r *Request) bool { return r.Tick != nil },
	TypeRun:        func(r *Request) bool { return r.Run != nil },
	TypePause:      nil,
	TypeReset:      nil,
	TypeSnapshot:   nil,
	TypeRestore:    func(r *Request) bool { return r.Restore != nil },
	TypeSeek:       func(r *Request) bool { return r.Seek != nil },
	TypeMove:       func(r *Request) bool { return r.Move != nil },
	TypeUndo:       nil,
	TypeReplay:     func(r *Request) bool { return r.Replay != nil },
	TypeInspect:    func(r *Request) bool { return r.Inspect != nil },
	TypeAsk:        func(r *Request) bool { return r.Ask != nil },
	TypeGrade:      func(r *Request) bool { return r.Grade != nil },
	TypePrecompile: func(r *Request) bool { return r.Precompile != nil },
	TypeImport:     func(r *Request) bool { return r.Import != nil },
	TypeBitstream:  func(r *Request) bool { return r.Bitstream != nil },
	TypeDispose:    nil,
	TypeAbort:      func(r *Request) bool { return r.Abort != nil },
}

func known(t Type) bool {
	_, ok := parts[t]
	return ok
}

// maxCells is how many cells of a memory one reply has.
const maxCells = 1 << 18

// heading reads as much as is needed to answer a request that is otherwise malformed.
func heading(data []byte) Request {
	var h struct {
		ID   any `json:"id"`
		Slot any `json:"slot"`
		Type any `json:"type"`
	}
	if json.Unmarshal(data, &h) != nil {
		return Request{}
	}
	var r Request
	if id, ok := h.ID.(float64); ok && id >= 1 && id <= largestSafeInteger && id == math.Trunc(id) {
		r.ID = int(id)
	}
	if slot, ok := h.Slot.(string); ok && len(slot) <= 256 {
		r.Slot = slot
	}
	if t, ok := h.Type.(string); ok && known(Type(t)) {
		r.Type = Type(t)
	}
	return r
}

func describe(err error) string {
	var field *json.UnmarshalTypeError
	var number *circuit.NumberError
	switch {
	case errors.As(err, &number):
		return "a value cannot be set: " + strings.TrimSuffix(number.Error(), ".")
	case errors.As(err, &field):
		return fmt.Sprintf("%s is a %s", field.Field, field.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the text ends too early"
	}
	return err.Error()
}

func tooLarge(what string, size, limit int) *Error {
	return NewError(ErrPayloadTooLarge, fmt.Sprintf("The %s has %v bytes; the limit is %v.", what, count(size), count(limit)))
}

// Validate checks everything that can be known without the slot: the id, the slot's name, the
// type, that the type's fields and no others are present, and their bounds.
func (r *Request) Validate(limits Limits) *Error {
	if r.ID < 1 || int64(r.ID) > largestSafeInteger {
		return invalid("id", "must be a whole number from 1 to 2^53 − 1")
	}
	if n := utf8.RuneCountInString(r.Slot); n < 1 || n > 64 {
		return invalid("slot", fmt.Sprintf("must have 1 to 64 characters, not %d", n))
	}
	if err := r.validateParts(); err != nil {
		return err
	}
	switch r.Type {
	case TypeCompile:
		return r.Compile.validate(limits)
	case TypeSet:
		if n := len(r.Set.Values); n > 4096 {
			return invalid("set.values", fmt.Sprintf("must have at most 4096 names, not %d", n))
		}
		for name := range r.Set.Values {
			if n := utf8.RuneCountInString(name); n < 1 || n > 1024 {
				return invalid("set.values", fmt.Sprintf("has a name of %d characters; names have 1 to 1024", n))
			}
		}
		if n := len(r.Set.Deposits); n > 4096 {
			return invalid("set.deposits", fmt.Sprintf("must have at most 4096 deposits, not %d", n))
		}
		for i := range r.Set.Deposits {
			d := &r.Set.Deposits[i]
			if n := utf8.RuneCountInString(d.Node); n < 1 || n > 4096 {
				return invalid("set.deposits.node", fmt.Sprintf("must have 1 to 4096 characters, not %d", n))
			}
			if n := utf8.RuneCountInString(d.Field); n < 1 || n > 1024 {
				return invalid("set.deposits.field", fmt.Sprintf("must have 1 to 1024 characters, not %d", n))
			}
			if d.First > largestSafeInteger {
				return invalid("set.deposits.first", "must be a whole number below 2^53")
			}
		}
	case TypeTick:
		if r.Tick.Count < 1 || r.Tick.Count > limits.TicksPerRequest {
			return invalid("tick.count", fmt.Sprintf("must be 1 to %v, not %v", count(limits.TicksPerRequest), count(r.Tick.Count)))
		}
	case TypeRun:
		if v := r.Run.CyclesPerSecond; math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			return invalid("run.cyclesPerSecond", "must be a positive number, or 0 for as fast as possible")
		}
		if r.Run.Until != nil {
			return r.Run.Until.validate("run.until")
		}
	case TypeRestore:
		if n := len(r.Restore.Snapshot); n > limits.MessageBytes {
			return tooLarge("snapshot", n, limits.MessageBytes)
		}
	case TypeSeek:
		if r.Seek.Cycle > largestSafeInteger {
			return invalid("seek.cycle", "must be a whole number below 2^53")
		}
	case TypeMove:
		if by := int64(r.Move.By); by > largestSafeInteger || by < -largestSafeInteger {
			return invalid("move.by", "must be a whole number between −2^53 and 2^53")
		}
	case TypeInspect:
		if n := utf8.RuneCountInString(r.Inspect.Node); n < 1 || n > 4096 {
			return invalid("inspect.node", fmt.Sprintf("must have 1 to 4096 characters, not %d", n))
		}
		if r.Inspect.First > largestSafeInteger {
			return invalid("inspect.first", "must be a whole number below 2^53")
		}
		if n := r.Inspect.Cells; n < 0 || n > maxCells {
			return invalid("inspect.cells", fmt.Sprintf("must be 0 to %v, not %v", count(maxCells), count(n)))
		}
	case TypeAsk:
		return r.Ask.validate(limits)
	case TypeGrade:
		return r.Grade.validate(limits)
	case TypePrecompile:
		// so short that the request travels in one piece
		if n, most := len(r.Precompile.Source), limits.SourceBytes/4; n > most {
			return tooLarge("source", n, most)
		}
		if n := utf8.RuneCountInString(r.Precompile.Circuit); n > 1024 {
			return invalid("precompile.circuit", fmt.Sprintf("must have at most 1024 characters, not %d", n))
		}
	case TypeImport:
		return r.Import.validate(limits)
	case TypeBitstream:
		return r.Bitstream.validate(limits)
	case TypeAbort:
		if r.Abort.Request < 1 || int64(r.Abort.Request) > largestSafeInteger {
			return invalid("abort.request", "must be the id of an earlier request")
		}
	}
	return nil
}

// validateParts checks that the fields of the request's type are there, and no others.
func (r *Request) validateParts() *Error {
	if !known(r.Type) {
		return invalid("type", fmt.Sprintf("%q is unknown", circuit.Cut(string(r.Type), 40)))
	}
	for _, t := range []Type{TypeCompile, TypeSet, TypeTick, TypeRun, TypeRestore, TypeSeek, TypeMove, TypeInspect, TypeReplay, TypeAsk, TypeGrade, TypePrecompile, TypeImport, TypeBitstream, TypeAbort} {
		switch present := parts[t](r); {
		case t == r.Type && !present:
			return invalid(string(t), fmt.Sprintf("is missing in a %s request", r.Type))
		case t != r.Type && present:
			return invalid(string(t), fmt.Sprintf("does not belong in a %s request", r.Type))
		}
	}
	return nil
}

func (c *CompileRequest) validate(limits Limits) *Error {
	if len(c.Source) > limits.SourceBytes {
		return tooLarge("source", len(c.Source), limits.SourceBytes)
	}
	if n := len(c.Files); n > limits.FilesPerProgram {
		return invalid("compile.files", fmt.Sprintf("must have at most %v files, not %v", count(limits.FilesPerProgram), count(n)))
	}
	bytes := len(c.Source)
	for name, text := range c.Files {
		if bad := project.Check(name); bad != "" {
			return invalid("compile.files", fmt.Sprintf("has the path %q, which %s", circuit.Cut(name, 100), bad))
		}
		bytes += len(text)
	}
	if bytes > limits.SourceBytes {
		return tooLarge("project", bytes, limits.SourceBytes)
	}
	if utf8.RuneCountInString(c.File) > 1024 {
		return invalid("compile.file", "must have at most 1024 characters")
	}
	if utf8.RuneCountInString(c.Circuit) > 1024 {
		return invalid("compile.circuit", "must have at most 1024 characters")
	}
	return nil
}

func invalid(field, problem string) *Error {
	return NewError(ErrInvalidRequest, fmt.Sprintf("Field %s %s.", field, problem))
}
