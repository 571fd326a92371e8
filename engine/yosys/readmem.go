package yosys

import (
	"regexp"
	"strings"
)

var (
	comments   = regexp.MustCompile(`//[^\n]*|(?s:/\*.*?\*/)`)
	fileRead   = regexp.MustCompile(`\$readmem[hb]\s*\([^,;]*,\s*(\w+)`)
	afterBlock = regexp.MustCompile(`\b(initial|always\w*|endmodule)\b`)
)

// ChangedAfterRead finds the memories of a Verilog text that a file is read into and that the same block assigns to
// afterwards: Yosys does these in no certain order, and the script in the other one. The warnings say so.
func ChangedAfterRead(file, text string) []Message {
	text = comments.ReplaceAllStringFunc(text, func(comment string) string { // lines stay
		return " " + strings.Repeat("\n", strings.Count(comment, "\n"))
	})
	var list []Message
	for _, at := range fileRead.FindAllStringSubmatchIndex(text, -1) {
		name, rest := text[at[2]:at[3]], text[at[1]:]
		if end := afterBlock.FindStringIndex(rest); end != nil {
			rest = rest[:end[0]]
		}
		assigned := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*\[[^\]]*\]\s*<?=[^=]`)
		if place := assigned.FindStringIndex(rest); place != nil {
			list = append(list, Message{
				Place:    Place{File: file, Line: 1 + strings.Count(text[:at[1]+place[0]], "\n")},
				Severity: "warning",
				Text: name + " is assigned to after a file is read into it, which is lost: Yosys keeps what is read. " +
					"Assign before it, or put it into the file",
			})
		}
	}
	return list
}
