// Package std is the standard library: circuits written in the product's own TypeScript.
//
// One definition of a component gives its simulation, its compiled form, its editor types and its
// documentation. The package only holds the sources and reads their documentation; package realm
// compiles and runs them.
package std

import (
	"embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed *.ts
var sources embed.FS

// Index is the file that exports every name of the library; the realm bundles it.
const Index = "index.ts"

// fileNames lists the library's files so that each comes after those it imports from.
var fileNames = []string{
	"words.ts", "logic.ts", "arithmetic.ts", "compare.ts", "shift.ts", "bitwise.ts", "routing.ts", "bits.ts",
	"sequential.ts", "memory.ts", "io.ts", "display.ts", "ethernet.ts", "devices.ts", "rv32i-decode.ts",
	"rv32i-execute.ts", "rv32i-memory.ts", "rv32i-pipeline.ts", "rv32i-core.ts", "madeof.ts", "importshapes.ts",
	"legacy.ts", "aggregate.ts", "infer.ts", Index,
}

// Ambient returns the TypeScript declarations of the language's own names: circuit, bit, bus, reg, mem.
func Ambient() string { return read("ambient.d.ts") }

// Testing returns the TypeScript declarations of what files of tests import.
func Testing() string { return read("testing.d.ts") }

// Names returns every name of the library that exists in a circuit file without import: components,
// helper functions, aggregates. The language's own names (circuit, bit, …) are not among them.
// The order is that of the index file. The slice is the caller's.
func Names() []string { return append([]string(nil), names()...) }

// Aggregate is the name of the frozen array of all components.
const Aggregate = "STDLIB_CIRCUITS"

// Exports of the index that are for the realm and no names of the language: the table of width
// inference, and the function that builds what Aggregate names.
const (
	widthInference   = "WIDTH_INFERENCE"
	standardCircuits = "standardCircuits"
)

// nameList is filled by names. It is no sync.OnceValue, because the initialisation of one would link the
// sources into every program, also into those that only run the bundle.
var nameList struct {
	once sync.Once
	list []string
}

func names() []string {
	nameList.once.Do(func() {
		exportList := regexp.MustCompile(`(?s)export \{([^}]*)\}`)
		for _, m := range exportList.FindAllStringSubmatch(read(Index), -1) {
			for _, name := range strings.Split(m[1], ",") {
				switch name = strings.TrimSpace(name); name {
				case "", widthInference:
				case standardCircuits:
					nameList.list = append(nameList.list, Aggregate)
				default:
					nameList.list = append(nameList.list, name)
				}
			}
		}
	})
	return nameList.list
}

// read returns an embedded file. A name that is not embedded is a mistake in this package, which its
// tests find; it reads as empty.
func read(name string) string {
	text, err := sources.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(text)
}
