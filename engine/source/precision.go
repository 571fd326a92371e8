package source

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"simten.dev/engine/circuit"
)

// maxInexact bounds the warnings about numbers with too many digits in one file.
const maxInexact = 10

// shortestInexact is the length of the shortest number that loses digits.
const shortestInexact = len("0x20000000000001")

// inexact finds whole numbers that lose digits: a number keeps 53 bits, so 9007199254740993 is 9007199254740992 before
// any circuit sees it.
func (s *Script) inexact(tokens []scanned) []circuit.Diagnostic {
	var list []circuit.Diagnostic
	for _, t := range tokens {
		if t.kind != number || t.end-t.start < shortestInexact {
			continue
		}
		written := s.Text[t.start:t.end]
		plain := strings.ToLower(strings.ReplaceAll(written, "_", ""))
		whole := strings.HasPrefix(plain, "0x") || !strings.ContainsAny(plain, ".e")
		if !whole || len(plain) > 1 && plain[0] == '0' && plain[1] >= '0' && plain[1] <= '9' {
			continue
		}
		exact, ok := new(big.Int).SetString(plain, 0)
		if !ok || exact.BitLen() <= 53 { // a bigint ends with n, and is none to SetString
			continue
		}
		kept, _ := new(big.Float).SetInt(exact).Float64()
		became := "Infinity"
		if !math.IsInf(kept, 0) {
			n, _ := big.NewFloat(kept).Int(nil)
			if n.Cmp(exact) == 0 {
				continue
			}
			became = n.String()
			if strings.HasPrefix(plain, "0x") {
				became = "0x" + strings.ToUpper(n.Text(16))
			}
		}
		d := s.problemAt(circuit.CodeInexactNumber, t.start, t.end,
			fmt.Sprintf("%s has more digits than a number keeps: it becomes %s", clipped(written), clipped(became)))
		d.Severity, d.Suggestion = circuit.Warning, "Write "+clipped(written+"n")+", a bigint, which keeps all of them."
		if list = append(list, d); len(list) == maxInexact {
			break
		}
	}
	return list
}

// clipped is a long number as a message shows it.
func clipped(number string) string {
	if len(number) <= 80 {
		return number
	}
	return number[:40] + "…" + number[len(number)-20:]
}
