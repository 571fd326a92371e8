// Package notices holds the licences of everything that the product contains, and its bill of materials. The files in
// data are made by cmd/notices while the product is built; a command that was built without them says so.
package notices

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed all:data
var files embed.FS

// The files, by the names under which both sites serve them.
const (
	LicensesFile = "licenses.txt"
	BillFile     = "sbom.cdx.json"
)

// ErrNone is that the program was built without notices.
var ErrNone = errors.New("this program was built without its notices: build it with `make build`")

// Licenses is the text with the licences.
func Licenses() ([]byte, error) { return read(LicensesFile) }

// Bill is the software bill of materials, in the JSON of CycloneDX.
func Bill() ([]byte, error) { return read(BillFile) }

func read(name string) ([]byte, error) {
	text, err := files.ReadFile("data/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNone
	}
	return text, err
}
