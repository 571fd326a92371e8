package mcp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"simten.dev/cmd/simten/mcp/job"
	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
)

// WaveformInput is what read_waveform takes.
type WaveformInput struct {
	Path      string    `json:"vcd_path" jsonschema:"a VCD or FST file below the folder of the server"`
	Signals   []string  `json:"signals" jsonschema:"names; one with dots is a whole path"`
	Range     [2]uint64 `json:"cycle_range" jsonschema:"first and last cycle of the clock, both included; cycle 0 is its first rising edge"`
	Format    string    `json:"format,omitempty" jsonschema:"changes (the default), raw (every cycle), or edges"`
	Edge      string    `json:"edge,omitempty" jsonschema:"with edges: rising (the default), falling or any"`
	Clock     string    `json:"clock_signal,omitempty" jsonschema:"default: the signal called clk or clock that is nearest to the top"`
	TimeoutMs int       `json:"timeoutMs,omitempty" jsonschema:"time limit in milliseconds"`
}

// WaveformOutput is the result of this tool.
type WaveformOutput struct {
	Path string `json:"vcd_path"`
	job.WaveformResult
}

// Bounds of read_waveform.
const (
	maxCycleSpan = 50_000
	maxFile      = 1 << 30
)

func readWaveform() (*tool, error) {
	return define(about{
		name: "read_waveform", title: "Read a recorded wave",
		description: "Reads signals of a VCD or FST file, of whatever simulator, by cycles of its clock: only the part that was asked for. " +
			"The value of a cycle is the one before its clock edge, as in wave. Values are bits with x and z, and hexadecimal for buses. For a circuit of Simten do not record a file: ask wave, find or why.",
		edit: func(p map[string]*jsonschema.Schema) {
			p["format"].Enum = []any{"changes", "raw", "edges"}
			p["edge"].Enum = []any{"rising", "falling", "any"}
			one, most := 1, 64
			p["signals"].Type, p["signals"].Types, p["signals"].MinItems, p["signals"].MaxItems = "array", nil, &one, &most
		},
	}, func(ctx context.Context, c *call, in WaveformInput) (*WaveformOutput, string, error) {
		if in.Range[0] > in.Range[1] {
			return nil, "", failed(protocol.ErrInvalidRequest, "cycle_range ends before it begins.",
				"Give the smaller cycle first.", "read_waveform")
		}
		if span := in.Range[1] - in.Range[0]; span > maxCycleSpan {
			return nil, "", failed(protocol.ErrInvalidRequest,
				fmt.Sprintf("cycle_range has %v cycles; at most %v are read at once.", limits.Count(span),
					limits.Count(maxCycleSpan)),
				"Ask for a part of it.", "read_waveform")
		}
		path, err := c.below(in.Path)
		if err != nil {
			return nil, "", err
		}
		root, err := os.OpenRoot(c.options.Root)
		if err != nil {
			return nil, "", c.unreadable(path, err)
		}
		defer root.Close()
		file, err := root.Open(path)
		if err != nil {
			return nil, "", c.unreadable(path, err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, "", c.unreadable(path, fmt.Errorf("it is no file"))
		}
		if info.Size() > maxFile {
			return nil, "", failed(protocol.ErrPayloadTooLarge,
				fmt.Sprintf("The file has %v bytes; the limit is %v.", limits.Count(info.Size()),
					limits.Count(maxFile)), "Record fewer signals.")
		}
		if in.Format == "" {
			in.Format = "changes"
		}
		if in.Edge == "" {
			in.Edge = "rising"
		}
		answer, err := c.do(ctx, work{
			task: job.Task{Waveform: &job.Waveform{
				Bytes: info.Size(), Signals: in.Signals, From: in.Range[0], To: in.Range[1], Format: in.Format, Edge: in.Edge, Clock: in.Clock,
			}},
			input: file, time: time.Duration(in.TimeoutMs) * time.Millisecond,
		})
		if err != nil {
			return nil, "", err
		}
		out := &WaveformOutput{filepath.ToSlash(path), *answer.Waveform}
		return out, waveformText(out), nil
	})
}

func waveformText(r *WaveformOutput) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: cycles %d to %d of %d, by %s.", oneLine(r.Path), r.Range[0], r.Range[1], r.TotalCycles,
		oneLine(r.Clock))
	for i := range r.Signals {
		s := &r.Signals[i]
		shown := func(value, hex string) string {
			if hex != "" {
				return hex
			}
			return value
		}
		fmt.Fprintf(&b, "\n%s: %s", oneLine(s.Resolved), shown(s.Initial.Value, s.Initial.Hex))
		for k, x := range s.Trace {
			if k == 50 {
				fmt.Fprintf(&b, ", … %d more", len(s.Trace)-k)
				break
			}
			fmt.Fprintf(&b, ", %d: %s", x.Cycle, shown(x.Value, x.Hex))
		}
		if s.Hint != "" {
			b.WriteString("; " + s.Hint)
		}
		if s.Warning != "" {
			b.WriteString(" (" + s.Warning + ")")
		}
	}
	for _, warning := range r.Warnings {
		b.WriteString("\nWarning: " + oneLine(warning))
	}
	return b.String()
}
