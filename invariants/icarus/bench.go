// Package icarus plays exported circuits in Icarus Verilog, and in Verilator. Designs with their runs come in; those
// whose outputs differ go out. One compile and one run play all of them.
package icarus

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"simten.dev/engine/verilog"
)

// TB is what is used of a test.
type TB interface {
	Helper()
	TempDir() string
	Skipf(format string, args ...any)
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Tool finds a program, or skips the test and says so.
func Tool(t TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed, so the Verilog is not given to it", name)
	}
	return path
}

// Bench collects designs with their testbenches.
type Bench struct {
	t      TB
	folder string
	text   strings.Builder
	names  []string
}

// New makes an empty Bench.
func New(t TB) *Bench {
	t.Helper()
	Tool(t, "iverilog")
	return &Bench{t: t, folder: t.TempDir()}
}

// Add adds a design. Its modules must have names that no other design has.
func (b *Bench) Add(r *verilog.Result, run []verilog.Step) {
	b.t.Helper()
	name := strings.TrimRight(strings.TrimPrefix(r.Top, "\\"), " ")
	bench, vectors := verilog.Testbench(r, filepath.Join(b.folder, name+".hex"), run)
	b.write(name+".hex", vectors)
	b.text.WriteString(r.Text)
	b.text.WriteString(bench)
	b.names = append(b.names, name)
}

// AddAfterReset adds a design that is reset for a cycle before its run.
func (b *Bench) AddAfterReset(r *verilog.Result, run []verilog.Step) {
	b.t.Helper()
	name := strings.TrimRight(strings.TrimPrefix(r.Top, "\\"), " ")
	bench, vectors := verilog.Testbench(r, filepath.Join(b.folder, name+".hex"), run)
	cycle := r.Reset + " = 1'd1; #5; " + r.Clock + " = 1'd1; #5; " + r.Clock + " = 1'd0; " + r.Reset + " = 1'd0;"
	b.write(name+".hex", vectors)
	b.text.WriteString(r.Text)
	b.text.WriteString(strings.Replace(bench, "initial begin\n", "initial begin\n        "+cycle+"\n", 1))
	b.names = append(b.names, name)
}

func (b *Bench) write(name, text string) string {
	b.t.Helper()
	path := filepath.Join(b.folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.t.Fatalf("%v", err)
	}
	return path
}

// Designs is how many designs there are.
func (b *Bench) Designs() int { return len(b.names) }

// Run plays all testbenches, and tells the top modules that differ, each with the first lines of how.
func (b *Bench) Run() map[string]string {
	b.t.Helper()
	if len(b.names) == 0 {
		return nil
	}
	began := time.Now()
	program := filepath.Join(b.folder, "all.vvp")
	out, err := exec.Command("iverilog", "-g2001", "-Wall", "-Wno-timescale", "-o", program, b.write("all.v", b.text.String())).CombinedOutput()
	if err != nil || len(out) > 0 {
		b.t.Errorf("iverilog: %v\n%s", err, cut(string(out), 4000))
		return nil
	}
	compiled := time.Now()
	if out, err = exec.Command("vvp", "-n", program).CombinedOutput(); err != nil {
		b.t.Errorf("vvp: %v\n%s", err, cut(string(out), 4000))
		return nil
	}
	b.t.Logf("%d designs; compiled in %v, played in %v", len(b.names), compiled.Sub(began).Round(time.Millisecond),
		time.Since(compiled).Round(time.Millisecond))
	return b.failed(out)
}

// RunVerilated does the same with Verilator, which makes one program of all testbenches.
func (b *Bench) RunVerilated() map[string]string {
	b.t.Helper()
	if len(b.names) == 0 {
		return nil
	}
	began := time.Now()
	folder := filepath.Join(b.folder, "verilated")
	file := b.write("all.v", b.text.String())
	out, err := exec.Command("verilator", "--cc", "--exe", "--main", "--timing", "-Wno-fatal", "-Wno-lint", "-Wno-MULTITOP", "-Wno-TIMESCALEMOD",
		"--Mdir", folder, "-o", "all", file).CombinedOutput()
	if err == nil { // a program that runs for a moment is not worth optimising
		out, err = exec.Command("make", "-C", folder, "-f", "Vall.mk", "VM_PARALLEL_BUILDS=0", "OPT_FAST=-O0", "OPT_SLOW=-O0", "OPT_GLOBAL=-O0").CombinedOutput()
	}
	if err != nil {
		b.t.Errorf("verilator: %v\n%s", err, cut(string(out), 4000))
		return nil
	}
	compiled := time.Now()
	if out, err = exec.Command(filepath.Join(folder, "all")).CombinedOutput(); err != nil {
		b.t.Errorf("the program of Verilator: %v\n%s", err, cut(string(out), 4000))
		return nil
	}
	b.t.Logf("%d designs; built in %v, played in %v", len(b.names), compiled.Sub(began).Round(time.Millisecond),
		time.Since(compiled).Round(time.Millisecond))
	return b.failed(out)
}

// failed are the designs whose testbench did not say that it passed, with the first lines of what it said.
func (b *Bench) failed(out []byte) map[string]string {
	failed := map[string]string{}
	for _, name := range b.names {
		if !strings.Contains(string(out), "PASS "+name+":") {
			failed[name] = "its testbench did not pass"
		}
	}
	for line := range strings.Lines(string(out)) {
		for name := range failed {
			if strings.Contains(line, name+": ") && len(failed[name]) < 400 {
				failed[name] += "\n" + strings.TrimSpace(line)
			}
		}
	}
	return failed
}

func cut(text string, n int) string { return text[:min(n, len(text))] }
