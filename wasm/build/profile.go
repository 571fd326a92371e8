package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"simten.dev/wasm/module"
)

// profilePath is the profile by which Go's compiler inlines what is called often: it takes the file of this name in the
// main package. In WebAssembly a call costs several times what it costs natively.
const profilePath = "wasm/default.pgo"

// profiled are the benchmarks that it tells of: programs run that make large circuits, and behaviour is called in the
// interpreter.
const profiled = "^BenchmarkFirstCycle$/.*/^interp$|^BenchmarkProfile$"

// writeProfile makes the profile anew, natively.
func writeProfile() error {
	folder, err := os.MkdirTemp("", "simten-profile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := needForks(); err != nil {
		return err
	}
	measured := filepath.Join(folder, "cpu.pprof")
	command := exec.Command("go", "test", "-trimpath", "-run", "^$", "-bench", profiled, "-benchtime", "100x",
		"-cpuprofile", measured, "-o", filepath.Join(folder, "sandbox.test"), "./engine/sandbox")
	command.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=1000") // one thread, as in a browser, and little of the collector
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return err
	}
	profile, err := os.ReadFile(measured)
	if err != nil {
		return err
	}
	profile, err = withoutPaths(profile)
	if err != nil {
		return fmt.Errorf("%s: %w", measured, err)
	}
	return os.WriteFile(profilePath, profile, 0o644)
}

// texts is the field of a profile that has its texts (pprof's profile.proto), which others refer to by their number.
const texts = 6

// withoutPaths returns a profile in which paths of this machine are empty texts: those of files, which the compiler
// does not read.
func withoutPaths(profile []byte) ([]byte, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return nil, err
	}
	message, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	var kept []byte
	for r := (module.Reader{B: message}); r.At < len(message); {
		at := r.At
		key := r.Unsigned() // a field's number and how it is written: as a number, or as bytes
		var field []byte
		switch key & 7 {
		case 0:
			r.Unsigned()
		case 2:
			field = r.Sized()
		default:
			return nil, errors.New("not a profile of pprof's")
		}
		if r.Failed {
			return nil, errors.New("it is cut short")
		}
		if key>>3 == texts && bytes.HasPrefix(field, []byte("/")) {
			kept = append(binary.AppendUvarint(kept, key), 0)
			continue
		}
		kept = append(kept, message[at:r.At]...)
	}
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := packed.Write(kept); err != nil {
		return nil, err
	}
	if err := packed.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
