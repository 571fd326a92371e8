// Package module reads the binary form of WebAssembly modules (WebAssembly 2.0, chapter 5) as Go's linker writes them,
// and writes them with some sections in another form.
package module

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Section is what a section holds.
type Section byte

// The sections that have a name here.
const (
	Custom    Section = 0
	Types     Section = 1
	Import    Section = 2
	Functions Section = 3
	Memory    Section = 5
	Code      Section = 10
	Data      Section = 11
	DataCount Section = 12
)

// Header is how every module begins.
var Header = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// Sections calls each for one section after the other, until it returns an error.
func Sections(module []byte, each func(id Section, content []byte) error) error {
	if !bytes.HasPrefix(module, Header) {
		return errors.New("not a WebAssembly module of version 1")
	}
	for r := (Reader{B: module, At: len(Header)}); r.At < len(module); {
		at := r.At
		id := Section(r.Byte())
		content := r.Sized()
		if r.Failed {
			return fmt.Errorf("the section at byte %d ends behind the module", at)
		}
		if err := each(id, content); err != nil {
			return fmt.Errorf("the section at byte %d: %w", at, err)
		}
	}
	return nil
}

// Rewrite returns a copy of a module. The result of section for the content of a section takes its place; nil leaves
// the section out.
func Rewrite(module []byte, section func(id Section, content []byte) ([]byte, error)) ([]byte, error) {
	out := append(make([]byte, 0, len(module)+len(Header)), Header...)
	err := Sections(module, func(id Section, content []byte) error {
		content, err := section(id, content)
		if err != nil || content == nil {
			return err
		}
		out = append(out, byte(id))
		out = AppendSized(out, content)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// RewriteCode returns a copy of a module. The result of function for the body of a function, which is its declarations
// of locals and its instructions, takes its place.
func RewriteCode(module []byte, function func(body []byte) []byte) ([]byte, error) {
	return Rewrite(module, func(id Section, content []byte) ([]byte, error) {
		if id != Code {
			return content, nil
		}
		r := Reader{B: content}
		n := r.Unsigned()
		out := binary.AppendUvarint(make([]byte, 0, len(content)), n)
		for i := range n {
			body := r.Sized()
			if r.Failed {
				return nil, fmt.Errorf("function %d ends behind the code", i)
			}
			out = AppendSized(out, function(body))
		}
		return out, nil
	})
}

// AppendSized appends a vector of bytes: how many there are, and they themselves.
func AppendSized(out, content []byte) []byte {
	return append(binary.AppendUvarint(out, uint64(len(content))), content...)
}

// FunctionNames reads the names of functions by their index, imported ones first, from the custom section in which the
// linker puts them.
func FunctionNames(module []byte) (map[uint64]string, error) {
	const functions = 1 // the subsection
	names := map[uint64]string{}
	err := Sections(module, func(id Section, content []byte) error {
		if !IsNames(id, content) {
			return nil
		}
		r := Reader{B: content}
		r.Sized()
		for r.At < len(content) && !r.Failed {
			if sub, list := r.Byte(), (Reader{B: r.Sized()}); sub == functions {
				for range list.Unsigned() {
					i := list.Unsigned()
					names[i] = string(list.Sized())
					if list.Failed {
						return errors.New("the list of names ends too early")
					}
				}
			}
		}
		if r.Failed {
			return errors.New("the names end too early")
		}
		return nil
	})
	return names, err
}

// IsNames tells whether a section is the one with names for debuggers.
func IsNames(id Section, content []byte) bool {
	r := Reader{B: content}
	return id == Custom && string(r.Sized()) == "name"
}

// ImportedFunctions counts the functions that a module imports, which have the first indices.
func ImportedFunctions(module []byte) (n int, err error) {
	err = Sections(module, func(id Section, content []byte) error {
		if id != Import {
			return nil
		}
		r := Reader{B: content}
		for range r.Unsigned() {
			r.Sized()
			r.Sized()
			if kind := r.Byte(); kind != 0 || r.Failed {
				return errors.New("something else than functions is imported")
			}
			r.Unsigned()
			n++
		}
		return nil
	})
	return n, err
}
