package source

import (
	"strings"
	"syscall"
	"testing"
)

// cpuMilliseconds is the time this process has used, which other load on the machine does not change.
func cpuMilliseconds(b *testing.B) float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
}

func measure(b *testing.B, f func()) {
	b.ReportAllocs()
	start := cpuMilliseconds(b)
	for b.Loop() {
		f()
	}
	b.ReportMetric((cpuMilliseconds(b)-start)/float64(b.N), "cpu-ms/op")
}

const halfAdder = `const HalfAdder = circuit('HalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { xor: Xor, and: And },
  connect: ({ inputs, outputs, nodes: { xor, and } }) => [
    inputs.a.to(xor.a, and.a),
    inputs.b.to(xor.b, and.b),
    xor.out.to(outputs.sum),
    and.out.to(outputs.carry),
  ],
})
`

func BenchmarkPrepare(b *testing.B) {
	var long strings.Builder
	long.WriteString("import { circuit, bit, bus, reg, And, Adder } from '@simten/core'\n")
	for i := 0; strings.Count(long.String(), "\n") < 300; i++ {
		long.WriteString(strings.ReplaceAll(strings.ReplaceAll(halfAdder, "HalfAdder", "Half"+itoa(i)), "Xor", "And"))
		long.WriteString(`const Count` + itoa(i) + ` = circuit('Count` + itoa(i) + `', {
  inputs: { en: bit },
  outputs: { q: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }: { n: number }) => ({ q: n }),
  onTick: ({ en, n }: { en: number; n: number }) => ({ n: en ? (n + 1) & 255 : n }),
})
`)
	}
	for name, text := range map[string]string{"half adder": halfAdder, "300 lines": long.String()} {
		b.Run(name, func(b *testing.B) {
			measure(b, func() {
				s, list := Prepare("bench.ts", text, Options{Library: testLibrary})
				if s == nil {
					b.Fatal(list)
				}
			})
		})
	}
}

// BenchmarkFuel measures what the checks cost a loop and a call.
func BenchmarkFuel(b *testing.B) {
	s := prepare(b, "let n = 0; const f = (x: number) => x + 1; for (let i = 0; i < 100000; i++) n = f(n)")
	clean, err := compile("clean", s.AST.File.Source())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("with", func(b *testing.B) {
		measure(b, func() { newRealmStub(1 << 30).run(s.Program) })
	})
	b.Run("without", func(b *testing.B) {
		measure(b, func() { newRealmStub(1 << 30).run(clean) })
	})
}
