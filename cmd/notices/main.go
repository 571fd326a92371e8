// The notices command writes the licences of everything that the product contains, and a bill of materials: in the
// command, in the engine's module and in the pages. It asks the go command for the modules of the Go programs, and
// reads the packages of npm from what the bundlers noted while they built the pages (embed/build-plugins/packages.ts)
// and the drawing of the command (cmd/simten/picture/gen). A part without a licence, or with one that it does not know,
// is an error. A licence that it should know is an entry in spdx.go.
//
//	go run ./cmd/notices
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"simten.dev/cmd/simten/notices"
)

// The parts of the product in which a component can be.
const (
	inCommand = "the command"
	inEngine  = "the engine's module"
	inPages   = "the pages"
)

// component is a piece of other people's work that the product contains.
type component struct {
	Ecosystem string // golang or npm, as package URLs call it
	Name      string
	Version   string
	Licence   string // an SPDX identifier or expression
	Changed   bool   // it is built from a fork
	In        []string
	Texts     []text
}

// text is a file with a licence or a notice.
type text struct {
	Name    string // below the folder of the component
	Content string
}

func main() {
	if err := run(context.Background(), "."); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, root string) error {
	all, err := collect(ctx, root)
	if err != nil {
		return err
	}
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	bill, err := billOf(all)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{notices.LicensesFile: licensesOf(all, string(own)), notices.BillFile: bill} {
		for _, folder := range []string{"cmd/simten/notices/data", "app-site/dist", "sandbox-site/dist"} {
			if err := write(filepath.Join(root, folder, name), content); err != nil {
				return err
			}
		}
	}
	return nil
}

// write leaves a file that has the content alone: what is compressed from it stays.
func write(file string, content []byte) error {
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(file, content, 0o644)
}

// collect lists all components, in order.
func collect(ctx context.Context, root string) ([]component, error) {
	var all []component
	for _, program := range []struct {
		folder, in string
		env        []string
	}{
		{"./cmd/simten", inCommand, nil},
		{"./wasm", inEngine, []string{"GOOS=js", "GOARCH=wasm"}},
	} {
		list, err := goModules(ctx, root, program.folder, program.env)
		if err != nil {
			return nil, err
		}
		all = merged(all, list, program.in)
	}
	copied, err := fastCheck(root)
	if err != nil {
		return nil, err
	}
	all = merged(all, copied, inCommand)
	for _, part := range []struct {
		in      string
		folders []string
	}{{inCommand, commandNotes}, {inPages, pageNotes}} {
		bundled, err := npmPackages(root, part.folders)
		if err != nil {
			return nil, err
		}
		all = merged(all, bundled, part.in)
	}
	for i := range all {
		if err := all[i].complete(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.Ecosystem+a.Name, b.Ecosystem+b.Name) })
	return all, nil
}

// merged adds components that are in a part of the product to those of other parts.
func merged(all, list []component, in string) []component {
	for _, c := range list {
		i := slices.IndexFunc(all, func(known component) bool {
			return known.Ecosystem == c.Ecosystem && known.Name == c.Name && known.Version == c.Version
		})
		if i < 0 {
			c.In = []string{in}
			all = append(all, c)
			continue
		}
		if !slices.Contains(all[i].In, in) {
			all[i].In = append(all[i].In, in)
		}
		for _, t := range c.Texts {
			if !slices.Contains(all[i].Texts, t) {
				all[i].Texts = append(all[i].Texts, t)
			}
		}
	}
	return all
}

// complete finds the identifier of the licence where the component does not say it, and refuses one without a text.
func (c *component) complete() error {
	if len(c.Texts) == 0 {
		return fmt.Errorf("%s %s has no file with its licence", c.Name, c.Version)
	}
	if c.Licence == "" {
		c.Licence = identify(c.Texts[0].Content)
	}
	if c.Licence == "" {
		return fmt.Errorf("%s %s: the licence in its %s is none of those that cmd/notices/spdx.go knows", c.Name, c.Version, c.Texts[0].Name)
	}
	return nil
}

const line = "================================================================================\n"

// licensesOf is the text that ships.
func licensesOf(all []component, own string) []byte {
	var b bytes.Buffer
	b.WriteString("Simten\n\n")
	if own != "" {
		b.WriteString(strings.TrimSpace(own) + "\n\n")
	}
	b.WriteString("Simten contains the following works of other people, each under its own licence.\n\n")
	for _, c := range all {
		fmt.Fprintf(&b, "  %s %s (%s), in %s\n", c.Name, c.Version, c.Licence, strings.Join(c.In, " and "))
	}
	for _, c := range all {
		b.WriteString("\n" + line + c.Name + " " + c.Version + "\n")
		fmt.Fprintf(&b, "%s, %s\n", c.Licence, c.url())
		if c.Changed {
			b.WriteString("Changed for Simten: the changes stand in the folder forks of Simten's sources.\n")
		}
		if asksForSource(c.Licence) {
			fmt.Fprintf(&b, "Its source code is available from %s.\n", c.source())
		}
		for _, t := range c.Texts {
			b.WriteString(line)
			if len(c.Texts) > 1 {
				b.WriteString(t.Name + "\n\n")
			}
			b.WriteString(strings.TrimSpace(strings.ReplaceAll(t.Content, "\r\n", "\n")) + "\n")
		}
	}
	return b.Bytes()
}

// source is the address from which the source code of a component can be had.
func (c component) source() string {
	if c.Ecosystem == "npm" {
		return "https://www.npmjs.com/package/" + c.Name + "/v/" + c.Version
	}
	return "https://" + c.Name
}

// url is the package URL of a component.
func (c component) url() string {
	return "pkg:" + c.Ecosystem + "/" + strings.ReplaceAll(c.Name, "@", "%40") + "@" + strings.ReplaceAll(c.Version, "+", "%2B")
}
