package source

import (
	"testing"

	"simten.dev/engine/circuit"
)

// FuzzPrepare: any text gives a script or a located error, never a panic inside, and every position of
// the script can be asked for.
func FuzzPrepare_A180(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text)
	}
	for _, text := range endless {
		f.Add(text)
	}
	f.Add("import { And as G } from '@simten/core/std'\nimport * as s from '@simten/x'\nlog(G, s.Or, s)")
	f.Add("import x from 'y'; export * from './z'; const a = import('b'); return await 1")
	f.Add("const a = '\xff\u2028\r\n😀'; `${1}`; /[/]/.test(a)")
	f.Fuzz(func(t *testing.T, text string) {
		s, list := Prepare("fuzz.ts", text, Options{Library: testLibrary, MaxBytes: 1 << 14})
		if s == nil {
			if !circuit.HasErrors(list) {
				t.Fatal("neither a script nor an error")
			}
			for _, d := range list {
				if d.Code == circuit.CodeSourceInternal {
					t.Fatalf("%s\n%v", d.Message, lastPanic.Load())
				}
			}
			return
		}
		if circuit.HasErrors(list) || s.Program == nil {
			t.Fatalf("a script and an error: %v", list)
		}
		for offset := 0; offset < len(s.Code); offset += 3 {
			s.placeOfClean(s.cleanOffset(offset))
		}
		for _, function := range s.Functions() {
			function.Reads()
			function.PlaceOf(function.Node.Idx0())
		}
	})
}

// FuzzFixes: a fix of any name at any place of any text is a range of the text that holds the name.
func FuzzFixes(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(text, "gate", 1, 1, uint8(0))
	}
	f.Add("f({ 'gate': 1, x: { gate } })", "gate", 1, 1, uint8(circuit.UseOption))
	f.Add("😀\u2028({ a: { gate } }) => g['gate'].b\r\nx.gate.y", "gate", 3, 8, uint8(circuit.UseMember))
	f.Fuzz(func(t *testing.T, text, name string, line, column int, use uint8) {
		if len(text) > 1<<12 || name == "" {
			return
		}
		list := []circuit.Diagnostic{{Line: line, Column: column, Meant: &circuit.Meant{
			Written: name, Names: []string{"near"}, Use: circuit.Use(use % 4), From: circuit.Place{Line: 1, Column: 1},
		}}}
		Fixes("", text, list)
		lines := newTextLines(text, true)
		for _, fix := range list[0].Fixes {
			if fix.EndLine > len(lines.editors) {
				t.Fatalf("%+v is outside of the text", fix)
			}
			from := lines.editorOffset(circuit.Place{Line: fix.Line, Column: fix.Column})
			to := lines.editorOffset(circuit.Place{Line: fix.EndLine, Column: fix.EndColumn})
			if text[from:to] != name || fix.Replaces != name {
				t.Fatalf("%+v replaces %q, not %q", fix, text[from:to], name)
			}
		}
	})
}
