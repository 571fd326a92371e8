package main

import (
	"fmt"
	"strconv"
	"strings"

	_ "embed"
)

//go:embed scripts/prelude.js
var prelude string

// body is the text of one program: the body of a function of log and $t.
type body struct {
	index int
	text  string
}

// circuitOf is a circuit file that runs programs and prints what they observed, when the jobs of all promises have run.
// A line of the console is the index and a piece of the text; the last one of a program ends with a full stop.
// ends are the lines with which the programs end.
func circuitOf(programs []body) (text string, ends []int) {
	var b strings.Builder
	b.WriteString(prelude)
	line := 1 + strings.Count(prelude, "\n")
	for _, p := range programs {
		line += 3 + strings.Count(p.text, "\n")
		ends = append(ends, line-1)
		fmt.Fprintf(&b, "$run(%d, function (log, $t) {\n%s\n})\n", p.index, p.text)
	}
	b.WriteString(`
setTimeout(() => {
  for (const [index, text] of $results()) {
    for (let i = 0; i < text.length; i += 3000) console.log(index + ' ' + text.slice(i, i + 3000))
    console.log(index + '.')
  }
})
circuit('Done', { outputs: { y: bit }, eval: () => ({ y: 1 }) })
`)
	return b.String(), ends
}

// observations are what the programs of a console observed, by index. A program that was cut off is missing.
func observations(console []string) map[int]string {
	pieces, done := map[int]string{}, map[int]string{}
	for _, line := range console {
		digits := strings.IndexAny(line, " .")
		if digits < 0 {
			continue
		}
		index, err := strconv.Atoi(line[:digits])
		if err != nil {
			continue
		}
		if line[digits] == '.' {
			done[index] = pieces[index]
			continue
		}
		pieces[index] += line[digits+1:]
	}
	return done
}
