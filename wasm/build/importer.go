package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"simten.dev/wasm/memlimit"
)

// importerMebibytes is the memory that the importer may have, a fraction of what Yosys itself may take.
const importerMebibytes = 1024

// importer is the program that reads netlists of Yosys. It is small and runs for a moment, so the post-linker leaves it
// alone.
const importer = "./wasm/importer"

// buildImporter makes importer.wasm and importer.json beside the engine. The two are loaded with the same wasm_exec.js.
func buildImporter(out string) error {
	hash, err := hashInputs(importer)
	if err != nil {
		return err
	}
	modulePath, infoPath := filepath.Join(out, "importer.wasm"), filepath.Join(out, "importer.json")
	if upToDate(infoPath, modulePath, hash) {
		return nil
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	raw := filepath.Join(out, "importer.unlimited.wasm")
	defer os.Remove(raw)
	if _, err := goTool("build", "-trimpath", "-ldflags", "-s -w", "-gcflags", "all=-l", "-o", raw, importer); err != nil {
		return err
	}
	linked, err := os.ReadFile(raw)
	if err != nil {
		return err
	}
	limited, err := memlimit.Set(linked, importerMebibytes<<20/memlimit.PageBytes)
	if err != nil {
		return fmt.Errorf("importer.wasm: %w", err)
	}
	if err := os.WriteFile(modulePath, limited, 0o644); err != nil {
		return err
	}
	text, err := json.Marshal(info{Bytes: len(limited), Inputs: hash})
	if err != nil {
		return err
	}
	fmt.Printf("importer.wasm: %.1f MB\n", float64(len(limited))/1e6)
	return os.WriteFile(infoPath, append(text, '\n'), 0o644) // last: it says that the rest is whole
}
