package npm

import (
	"strconv"
	"strings"
)

// fits reports whether a version is what a range asks for: nothing, a tag, "4", "4.10", "4.10.2", "^4.1", "~4.1.0",
// ">=4". Of a tag nothing is known here, so that any version fits.
func fits(version, wanted string) bool {
	operator := strings.TrimRight(wanted, "0123456789.xX*-+abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ")
	rest := wanted[len(operator):]
	want, partial, ok := numbers(rest)
	if !ok {
		return operator == ""
	}
	have, _, ok := numbers(version)
	if !ok {
		return false
	}
	order := 0
	for i := range have {
		if i < partial && order == 0 {
			order = have[i] - want[i]
		}
	}
	same := func(n int) bool {
		for i := range min(n, partial) {
			if have[i] != want[i] {
				return false
			}
		}
		return true
	}
	switch operator {
	case "":
		if partial == 3 {
			return version == rest
		}
		return same(partial)
	case "^":
		first := 0
		for first < 2 && first < partial-1 && want[first] == 0 {
			first++
		}
		return order >= 0 && same(first+1)
	case "~":
		return order >= 0 && same(2)
	}
	return false
}

// numbers reads up to three numbers; count says how many were given. Tags are left out.
func numbers(text string) (n [3]int, count int, ok bool) {
	core, _, _ := strings.Cut(text, "-")
	core, _, _ = strings.Cut(core, "+")
	for _, part := range strings.Split(core, ".") {
		if part == "x" || part == "X" || part == "*" {
			break
		}
		v, err := strconv.Atoi(part)
		if err != nil || count == 3 {
			return n, 0, false
		}
		n[count] = v
		count++
	}
	return n, count, true
}
