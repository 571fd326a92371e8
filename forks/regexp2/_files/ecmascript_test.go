package regexp2

import (
	"strings"
	"testing"
)

// matchOf is what an expression of JavaScript matches and captures; - is a group that is not set.
func matchOf(t *testing.T, expression, text string) string {
	t.Helper()
	re, err := Compile(expression, ECMAScript)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	m, err := re.FindStringMatch(text)
	if err != nil || m == nil {
		return "nothing"
	}
	var groups []string
	for _, g := range m.Groups() {
		if len(g.Captures) == 0 {
			groups = append(groups, "-")
			continue
		}
		groups = append(groups, g.String())
	}
	return strings.Join(groups, ",")
}

// TestIterationsThatMatchNothing: an iteration beyond the least number fails when it matches nothing (ECMA-262,
// RepeatMatcher).
func TestIterationsThatMatchNothing(t *testing.T) {
	for _, c := range [][3]string{
		{`(?:\w??)+`, "0", "0"},
		{`(?:\w??){1,2}`, "0", "0"},
		{`(?:\w??){2,3}`, "0123", "0"},
		{`(?:\w??)*`, "01", "01"},
		{`(?:a*?)*`, "aa", "aa"},
		{`(?:a*?)+?b`, "aab", "aab"},
		{`(?:a*?)*?b`, "aab", "aab"},
		{`(?:a*?){1,2}?b`, "aab", "aab"},
		{`(?:a*?){1,}?b`, "aab", "aab"},
		{`(?:^\w*?){1,2}`, "length", "l"},
		{`(?:|a)+`, "aaa", "aaa"},
		{`(?:|a){2,3}`, "aaa", "a"},
		{`(?:a|){2,3}`, "ab", "a"},
		{`(?:|a)*?b`, "ab", "ab"},
		{`(?:)*a`, "a", "a"},
		{`(?:)+?a`, "a", "a"},
		{`(?:\b)*a`, "a", "a"},
		{`(?:a??b??)+c`, "abbac", "abbac"},
	} {
		if got := matchOf(t, c[0], c[1]); got != c[2] {
			t.Errorf("/%s/ on %q matches %s instead of %s", c[0], c[1], got, c[2])
		}
	}
}

// TestCapturesOfAnIteration: an iteration begins with the groups in it unset.
func TestCapturesOfAnIteration(t *testing.T) {
	for _, c := range [][3]string{
		{`(?:(a)|b)*`, "ab", "ab,-"},
		{`(?:(a)|b)*`, "ba", "ba,a"},
		{`(z)((a+)?(b+)?(c))*`, "zaacbbbcac", "zaacbbbcac,z,ac,a,-,c"},
		{`(?:(a)|(b)|c){3}`, "abc", "abc,-,-"},
		{`(?:(a)|b)+?c`, "abc", "abc,-"},
		{`(?:(a)\1?b|c)*`, "aabcab", "aabcab,a"},
		{`(?:(?:(a)|b)*c)*`, "abcbc", "abcbc,-"},
		{`(?:(?=(a)))?a`, "ab", "a,-"},
		{`(?:(?=(a)))*a`, "ab", "a,-"},
		{`(?:(?=(a))){1,2}a`, "ab", "a,a"},
		{`(?=(a))*b`, "ab", "b,-"},
		{`()*?a`, "a", "a,-"},
		{`(?:a|()){2,3}`, "ab", "a,"},
		{`(a*)*`, "b", ",-"},
		{`(?:(a)|b)*(?:\1|c)d`, "abcd", "abcd,-"},
		{`(?:(a)|(b))*?ac`, "abac", "abac,-,b"},
		{`(?:(x)|(y)z|y)*y!`, "xyyy!", "xyyy!,-,-"},
	} {
		if got := matchOf(t, c[0], c[1]); got != c[2] {
			t.Errorf("/%s/ on %q gives %s instead of %s", c[0], c[1], got, c[2])
		}
	}
}

// TestWordsOfASCII: words have letters of ASCII.
func TestWordsOfASCII(t *testing.T) {
	for _, c := range [][3]string{{`\b.`, "\u00df", "nothing"}, {`\b.`, "\u00dfa", "a"}, {`\B.`, "\u00df", "\u00df"}, {`\w\b`, "a\u00df", "a"}} {
		if got := matchOf(t, c[0], c[1]); got != c[2] {
			t.Errorf("/%s/ on %q matches %s instead of %s", c[0], c[1], got, c[2])
		}
	}
}
