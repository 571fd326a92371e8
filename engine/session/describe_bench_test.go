package session

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// BenchmarkDescription writes the description of a large circuit as JSON and as tables. With GOOS=js GOARCH=wasm and
// -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" it is the engine of the tab, in Node.
func BenchmarkDescription(b *testing.B) {
	limits := protocol.DefaultLimits
	for _, name := range []string{"gates", "registers"} {
		text, err := os.ReadFile(fmt.Sprintf("../../bench/%s/circuit.ts", name))
		require.NoError(b, err)
		limits.RunMilliseconds = 60_000
		p, err := Native(limits, "", Signs{}).Compile(b.Context(), protocol.CompileRequest{Source: string(text), Harness: true}, nil)
		require.NoError(b, err)
		require.NotNil(b, p.Design())
		for way, describe := range map[string]func(r *protocol.CompileResult) error{
			"json": func(r *protocol.CompileResult) error {
				r.Design = sandbox.Describe(p.Design())
				return nil
			},
			"tables": func(r *protocol.CompileResult) error { return sandbox.EncodeColumns(r, p.Design()) },
		} {
			b.Run(name+"/"+way, func(b *testing.B) {
				size := 0
				for b.Loop() {
					r := p.Result()
					require.NoError(b, describe(&r))
					pieces, err := protocol.EncodeReply(&protocol.Reply{ID: 1, Compile: &r}, limits)
					require.NoError(b, err)
					size = 0
					for _, piece := range pieces {
						size += len(piece.Text) + len(piece.Bytes)
					}
				}
				b.ReportMetric(float64(size), "bytes")
			})
		}
		p.Close()
	}
}
