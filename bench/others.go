package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// javascript measures the generated module in Chromium, or in Node when there is none. The time to
// the first cycle adds what the engine needs for the module to what compiling the source took
// natively.
func javascript(o options, r *childReport, _ float64) (result, error) {
	if r.Code == nil {
		return result{Note: "opaque lambdas need the whole engine", outputs: r.Outputs}, nil
	}
	var v struct {
		Outputs         []uint32
		FirstMs         float64
		CyclesPerSecond float64
		Memory          int
		Engine          string
	}
	if err := drive("v8.mjs", map[string]any{
		"code": base64.StdEncoding.EncodeToString(r.Code), "offset": r.Offset, "trace": traced,
		"seconds": o.seconds, "chromium": o.chromium,
	}, &v); err != nil {
		return result{}, err
	}
	return result{
		CyclesPerSecond: v.CyclesPerSecond, FirstCycleMs: r.SourceMs + v.FirstMs, MemoryMiB: float64(v.Memory) / (1 << 20),
		Note:    fmt.Sprintf("%s; module of %d KiB ready in %.1f ms; linear memory", v.Engine, len(r.Code)>>10, v.FirstMs),
		outputs: v.Outputs,
	}, nil
}

// drive gives a driver in Node a job, and reads what it has measured.
func drive(driver string, job map[string]any, measured any) error {
	text, err := json.Marshal(job)
	if err != nil {
		return err
	}
	cmd := exec.Command("node", filepath.Join(home, "drivers", driver))
	cmd.Stdin = bytes.NewReader(text)
	out, err := output(cmd)
	if err != nil {
		return err
	}
	return json.Unmarshal(out, measured)
}

// output runs a command and adds what it wrote to standard error to the error.
func output(cmd *exec.Cmd) ([]byte, error) { return outputWithin(patience, cmd) }

// patience bounds one command of another simulator. Verilator takes minutes to build large netlists.
const patience = 10 * time.Minute

func outputWithin(limit time.Duration, cmd *exec.Cmd) ([]byte, error) {
	var problems bytes.Buffer
	cmd.Stderr = &problems
	stop := time.AfterFunc(limit, func() {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
		}
	})
	defer stop.Stop()
	out, err := cmd.Output()
	if err != nil {
		lines := strings.TrimSpace(problems.String())
		if len(lines) > 2000 {
			lines = lines[:2000]
		}
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, lines)
	}
	return out, nil
}

// parseTrace reads one hexadecimal output a line.
func parseTrace(out []byte) ([]uint32, error) {
	var list []uint32
	for _, line := range strings.Fields(string(out)) {
		v, err := strconv.ParseUint(line, 16, 32)
		if err != nil {
			return nil, err
		}
		list = append(list, uint32(v))
	}
	return list, nil
}

// program is something for Verilator to build.
type program struct {
	name, top string
	arguments []string // files, and where to look for others
	folder    string   // where it runs; "" for here
	kept      bool     // it is taken as an earlier run built it, if one has
}

// verilator builds with -O3 in both the tool and the C++ compiler, whose default would be -Os.
func verilator(o options, p program) (result, error) {
	dir := filepath.Join(o.build, p.name, "verilated")
	driver, err := filepath.Abs(filepath.Join(home, "drivers/driver.cpp"))
	if err != nil {
		return result{}, err
	}
	if _, err := os.Stat(filepath.Join(dir, "sim")); err != nil {
		p.kept = false
	}
	began := time.Now()
	arguments := []string{
		"--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast",
		"--noassert", "--unroll-count", "100000", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-UNOPTFLAT", "-MAKEFLAGS", "OPT_FAST=-O3 OPT_GLOBAL=-O3",
		"--top-module", p.top, "--prefix", "Vtop", "--Mdir", dir, "-o", "sim",
	}
	if !p.kept {
		if err := os.RemoveAll(dir); err != nil { // else make would find everything built
			return result{}, err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil { // Verilator makes one level of folders only
			return result{}, err
		}
		if _, err = output(exec.Command("verilator", append(append(arguments, p.arguments...), driver)...)); err != nil {
			return result{}, err
		}
	}
	run := func(mode string, n int) *exec.Cmd {
		cmd := exec.Command(filepath.Join(dir, "sim"), mode, strconv.Itoa(n))
		cmd.Dir = p.folder
		return cmd
	}
	trace, err := output(run("trace", traced))
	if err != nil {
		return result{}, err
	}
	r := result{FirstCycleMs: ms(began)}
	if p.kept {
		r.FirstCycleMs, r.Note = 0, "as an earlier run built it"
	}
	if r.outputs, err = parseTrace(trace); err != nil {
		return result{}, err
	}
	cmd := run("run", int(2000*o.seconds))
	out, err := output(cmd)
	if err != nil {
		return result{}, err
	}
	r.MemoryMiB = peak(cmd)
	r.CyclesPerSecond, err = strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	return r, err
}

// icarusTraced is the number of cycles that Icarus shows: it takes a second for one cycle of SHA-256.
const icarusTraced = 16

// icarus compiles and runs; the time of starting up is found by a run of no cycles.
func icarus(o options, name, file string) (result, error) {
	program := filepath.Join(o.build, name+".vvp")
	began := time.Now()
	if _, err := output(exec.Command("iverilog", "-g2005-sv", "-o", program, "-s", "driver", filepath.Join(home, "drivers/driver.v"), file)); err != nil {
		return result{}, err
	}
	trace, err := output(exec.Command("vvp", program, "+trace="+strconv.Itoa(icarusTraced)))
	if err != nil {
		return result{}, err
	}
	r := result{FirstCycleMs: ms(began)}
	if r.outputs, err = parseTrace(trace); err != nil {
		return result{}, err
	}
	// Cycles take longer than a window here, so processor time has to do.
	run := func(n int) (seconds, memory float64, err error) {
		cmd := exec.Command("vvp", program, "+run="+strconv.Itoa(n))
		_, err = output(cmd)
		return cmd.ProcessState.UserTime().Seconds(), peak(cmd), err
	}
	idle, _, err := run(0)
	if err != nil {
		return result{}, err
	}
	for n := 1; ; n *= 4 {
		took, memory, err := run(n)
		if err != nil {
			return result{}, err
		}
		if took-idle > o.seconds/2 {
			r.CyclesPerSecond, r.MemoryMiB = float64(n)/(took-idle), memory
			return r, nil
		}
	}
}
