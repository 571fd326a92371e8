package project

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

var files = Map{
	"circuit.ts": "1", "alu.ts": "2", "parts/index.ts": "3", "parts/adder.ts": "4", "table.json": "[5]", "old.js": "6",
	"my/alu.ts": "7", "both.ts": "8", "both/index.ts": "9",
}

func TestResolve(t *testing.T) {
	for _, c := range []struct{ from, specifier, want string }{
		{"circuit.ts", "./alu", "alu.ts"},
		{"circuit.ts", "./alu.ts", "alu.ts"},
		{"circuit.ts", "./alu.js", "alu.ts"},
		{"circuit.ts", "./old.js", "old.js"},
		{"circuit.ts", "./parts", "parts/index.ts"},
		{"circuit.ts", "./parts/", "parts/index.ts"},
		{"circuit.ts", "./parts/adder", "parts/adder.ts"},
		{"parts/index.ts", "./adder", "parts/adder.ts"},
		{"parts/adder.ts", "../alu", "alu.ts"},
		{"parts/adder.ts", ".", "parts/index.ts"},
		{"circuit.ts", "./table.json", "table.json"},
		{"circuit.ts", "./both", "both.ts"},
		{"circuit.ts", "./both/", "both/index.ts"},
		{"parts/adder.ts", "my/alu", "my/alu.ts"},
		{"circuit.ts", "./x/../alu", "alu.ts"},
	} {
		f, err := Resolve(files, c.from, c.specifier)
		require.NoError(t, err, c.specifier)
		require.Equal(t, c.want, f.Name, "%s in %s", c.specifier, c.from)
	}
	f, err := Resolve(files, "circuit.ts", "./table.json")
	require.NoError(t, err)
	require.Equal(t, "export default [5]", f.Text)
}

func TestResolveSaysWhyThereIsNone(t *testing.T) {
	for _, c := range []struct{ from, specifier, want, guess string }{
		{"circuit.ts", "./allu", "there is no file allu.ts or allu/index.ts", "Did you mean './alu'?"},
		{"circuit.ts", "./adder", "there is no file adder.ts or adder/index.ts", "Did you mean './parts/adder'?"},
		{"circuit.ts", "my/allu", "there is no file my/allu.ts or my/allu/index.ts", "Did you mean 'my/alu'?"},
		{"circuit.ts", "../alu", "it is outside of the project's folder", ""},
		{"circuit.ts", "my/../../alu", "it is outside of the project's folder", ""},
		{"parts/adder.ts", "../../etc/passwd", "it is outside of the project's folder", ""},
		{"circuit.ts", "./zzzzzzzzzz", "there is no file zzzzzzzzzz.ts or zzzzzzzzzz/index.ts", ""},
	} {
		_, err := Resolve(files, c.from, c.specifier)
		require.EqualError(t, err, c.want)
		require.Equal(t, c.guess, Guess(files, c.from, c.specifier, err))
	}
}

func TestAFolderIsNotLeft(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.ts")
	require.NoError(t, os.WriteFile(outside, []byte("export const secret = 1"), 0o600))
	dir := t.TempDir()
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link.ts")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "alu.ts"), []byte("export const a = 1"), 0o600))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	folder := Folder{FS: root.FS()}
	_, err = Resolve(folder, "circuit.ts", "./link")
	require.ErrorContains(t, err, "escapes")
	_, err = Resolve(folder, "circuit.ts", "../"+filepath.Base(filepath.Dir(outside))+"/secret")
	require.EqualError(t, err, "it is outside of the project's folder")
	_, err = Resolve(folder, "circuit.ts", "./al")
	require.Equal(t, "Did you mean './alu'?", Guess(folder, "circuit.ts", "./al", err))
}

func TestAFolderHasFilesOnly(t *testing.T) {
	folder := Folder{FS: fstest.MapFS{"a.ts/x": {}, "big.ts": {Data: []byte(strings.Repeat("x", 1<<20+1))}}}
	_, err := Resolve(folder, "circuit.ts", "./a")
	require.EqualError(t, err, "it is not a file")
	_, err = Resolve(folder, "circuit.ts", "./big")
	require.ErrorContains(t, err, "more than the limit")
}

func TestCheck(t *testing.T) {
	for _, good := range []string{"a.ts", "parts/a.ts", "my/ä b.ts", "t.json", "x.test.ts"} {
		require.Empty(t, Check(good), good)
	}
	for _, bad := range []string{"", ".", "..", "/a.ts", "../a.ts", "a/../b.ts", "a//b.ts", "a.ts/", "a\\b.ts", "a", "a.png", "a\n.ts", strings.Repeat("a", 300) + ".ts"} {
		require.NotEmpty(t, Check(bad), bad)
	}
}

// The cases are also those of the pages (embed/client/src/project-text.test.ts).
func TestSplit(t *testing.T) {
	data, err := os.ReadFile("testdata/texts.json")
	require.NoError(t, err)
	var cases []struct {
		Name, Text, Entry, Source, Bad string
		Files                          map[string]string
	}
	require.NoError(t, json.Unmarshal(data, &cases))
	for _, c := range cases {
		entry, source, files, err := Split(c.Text)
		if c.Bad != "" {
			var wrong *PathError
			require.ErrorAs(t, err, &wrong, c.Name)
			require.Equal(t, c.Bad, wrong.Path, c.Name)
			continue
		}
		require.NoError(t, err, c.Name)
		require.Equal(t, []string{c.Entry, c.Source}, []string{entry, source}, c.Name)
		require.Equal(t, len(c.Files), len(files), c.Name)
		for name, text := range c.Files {
			require.Equal(t, text, files[name], c.Name)
		}
	}
}

// FuzzResolve: whatever a specifier is, no file outside of the project is asked for, and nothing panics.
func FuzzResolve(f *testing.F) {
	for _, seed := range [][2]string{{"circuit.ts", "./alu"}, {"a/b.ts", "../../x"}, {"a.ts", "my/../..//x"}, {"a.ts", "./.../..\x00"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, from, specifier string) {
		asked := recorder{}
		file, err := Resolve(&asked, from, specifier)
		for _, name := range asked.names {
			if strings.HasPrefix(name, "/") || name == ".." || strings.HasPrefix(name, "../") || strings.Contains(name, "/../") {
				t.Fatalf("%q in %q asks for %q", specifier, from, name)
			}
		}
		if err != nil {
			Guess(files, from, specifier, err)
		} else if Check(from) == "" {
			back, again := Resolve(&asked, from, Specifier(from, file.Name))
			if again != nil || back.Name != file.Name {
				t.Fatalf("%q in %q is %q, imported as %q it is %q (%v)", specifier, from, file.Name, Specifier(from, file.Name), back.Name, again)
			}
		}
	})
}

// recorder has every file that ends in .ts.
type recorder struct{ names []string }

func (r *recorder) Read(name string) (string, error) {
	r.names = append(r.names, name)
	return Map{name: ""}.Read(strings.TrimSuffix(name, ".ts") + ".ts")
}

func (r *recorder) Near(string) []string { return nil }

// FuzzSplit: a project that was put together from what a text was split into is that project again.
func FuzzSplit(f *testing.F) {
	f.Add("a\n// @filename: b.ts\nc")
	f.Add("// @filename: m.ts\n\n// @filename: b.ts\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		entry, source, files, err := Split(text)
		if err != nil || files == nil {
			return
		}
		e, s, again, err := Split(Join(entry, source, files))
		require.NoError(t, err)
		require.Equal(t, entry, e)
		require.Equal(t, source, s)
		require.Equal(t, files, again)
	})
}

func TestCollect(t *testing.T) {
	all := Map{"a.ts": "import './b'\nexport * from \"my/x\"\nimport z from 'z'\nimport './none'", "b.ts": "import './a'\nimport t from './t.json'", "my/x.ts": "", "t.json": "1", "other.ts": ""}
	found, err := Collect(all, "a.ts", all["a.ts"], 10, 1000)
	require.NoError(t, err)
	require.Equal(t, Map{"b.ts": all["b.ts"], "my/x.ts": "", "t.json": "1"}, found)
	_, err = Collect(all, "a.ts", all["a.ts"], 3, 1000)
	require.ErrorContains(t, err, "more than 3 files")
	_, err = Collect(all, "a.ts", all["a.ts"], 10, 80)
	require.ErrorContains(t, err, "80 bytes")
}
