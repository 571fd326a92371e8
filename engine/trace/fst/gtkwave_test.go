package fst

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/trace/vcd"
	"simten.dev/engine/trace/wave"
	"simten.dev/engine/trace/wave/wavetest"
)

// tool finds a program of GTKWave.
func tool(t *testing.T, name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed (it comes with GTKWave); nothing is compared with it", name)
	}
	return path
}

// GTKWave's fst2vcd reads what is written here as it was.
func TestGTKWaveReadsTraces(t *testing.T) {
	fst2vcd, folder := tool(t, "fst2vcd"), t.TempDir()
	trace, dump := filepath.Join(folder, "wave.fst"), filepath.Join(folder, "wave.vcd")
	rapid.Check(t, func(t *rapid.T) {
		w := wavetest.Random(t, wavetest.Options{Texts: true})
		require.NoError(t, os.WriteFile(trace, write(t, w), 0o600))
		said, err := exec.Command(fst2vcd, trace, "-o", dump).CombinedOutput()
		require.NoError(t, err, "%s", said)
		text, err := os.ReadFile(dump)
		require.NoError(t, err)
		back, err := vcd.Read(bytes.NewReader(text), wave.Options{})
		require.NoError(t, err, "%s", text)
		require.Equal(t, wavetest.Text(w), wavetest.Text(back), "%s", text)
	})
}

// A dump that is written here, and made an FST by GTKWave's vcd2fst, is read here as the same wave.
func TestReadsTracesOfGTKWave(t *testing.T) {
	vcd2fst, folder := tool(t, "vcd2fst"), t.TempDir()
	trace, dump := filepath.Join(folder, "wave.fst"), filepath.Join(folder, "wave.vcd")
	rapid.Check(t, func(t *rapid.T) {
		w := wavetest.Random(t, wavetest.Options{Texts: true})
		file, err := os.Create(dump)
		require.NoError(t, err)
		v, err := vcd.NewWriter(file, &w.Header)
		require.NoError(t, err)
		require.NoError(t, w.Copy(v))
		require.NoError(t, file.Close())
		packing := rapid.SampledFrom([]string{"-4", "-F", "-Z", "-c", "-p"}).Draw(t, "packing")
		said, err := exec.Command(vcd2fst, packing, dump, trace).CombinedOutput()
		require.NoError(t, err, "%s", said)
		data, err := os.ReadFile(trace)
		require.NoError(t, err)
		back, err := Read(data, wave.Options{})
		require.NoError(t, err)
		require.Equal(t, wavetest.Text(w), wavetest.Text(back))
	})
}

// Long waves have packed chains of more than 64 KiB, for which FastLZ has a form of its own, and several blocks.
func TestLongTracesOfGTKWave(t *testing.T) {
	vcd2fst, fst2vcd, folder := tool(t, "vcd2fst"), tool(t, "fst2vcd"), t.TempDir()
	trace, dump := filepath.Join(folder, "wave.fst"), filepath.Join(folder, "wave.vcd")
	const times = 60_000
	file, err := os.Create(dump)
	require.NoError(t, err)
	long(t, func(h *wave.Header) wave.Writer {
		v, err := vcd.NewWriter(file, h)
		require.NoError(t, err)
		return v
	}, times)
	require.NoError(t, file.Close())
	text, err := os.ReadFile(dump)
	require.NoError(t, err)
	want, err := vcd.Read(bytes.NewReader(text), wave.Options{})
	require.NoError(t, err)
	for _, packing := range []string{"-4", "-F", "-Z", "-c"} {
		said, err := exec.Command(vcd2fst, packing, dump, trace).CombinedOutput()
		require.NoError(t, err, "%s", said)
		data, err := os.ReadFile(trace)
		require.NoError(t, err)
		back, err := Read(data, wave.Options{})
		require.NoError(t, err, packing)
		require.True(t, wavetest.Text(want) == wavetest.Text(back), packing)
	}
	require.NoError(t, os.WriteFile(trace, write(t, want), 0o600))
	said, err := exec.Command(fst2vcd, trace, "-o", dump).CombinedOutput()
	require.NoError(t, err, "%s", said)
	text, err = os.ReadFile(dump)
	require.NoError(t, err)
	back, err := vcd.Read(bytes.NewReader(text), wave.Options{})
	require.NoError(t, err)
	require.True(t, wavetest.Text(want) == wavetest.Text(back))
}
