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
