package main

import "fmt"

// holders are who owns packages that come under the ISC licence without a file of it: then the text is the same for
// each, but for the name.
var holders = map[string]string{
	"@yowasp/yosys":         "Claire Xenia Wolf and the other authors of Yosys; of the package: Catherine (whitequark) and the YoWASP authors",
	"@yowasp/nextpnr-ice40": "Claire Xenia Wolf, gatecat, Miodrag Milanovic and the other authors of nextpnr and Project IceStorm; of the package: Catherine (whitequark) and the YoWASP authors",
}

// iscText is the licence with a name; "" for a package of which nobody has looked up whose it is.
func iscText(name string) string {
	holder := holders[name]
	if holder == "" {
		return ""
	}
	return fmt.Sprintf(`ISC License

Copyright (C) %s

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`, holder)
}
