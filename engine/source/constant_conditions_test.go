package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDeadBranches_A180 has loops with branches that literals exclude, and jumps in these: the interpreter's compiler
// would put the jumps where other code is.
func TestDeadBranches_A180(t *testing.T) {
	for body, want := range map[string]string{
		"for (const i of [0, 1, 2]) { const k = i; if (false) { s += 1; if (a) break } s += k + 10 }":                        "33",
		"for (const i of [0, 1, 2]) { const k = i; if (false) { s += 1; if (a) continue } s += k + 10 }":                     "33",
		"for (const i of [0, 1, 2]) { const k = i; if (!1 && a) { s += 1; if (a) break } s += k + 10 }":                      "33",
		"for (const i of [0, 1, 2]) { const k = i; if ((0)) { s += 1; if (a) break } s += k + 10 }":                          "33",
		"for (const i of [0, 1, 2]) { const k = i; if ('' + ``) { s += 1; if (a) break } s += k + 10 }":                      "33",
		"for (const i of [0, 1, 2]) { const k = i; if (1n) s += k; else { s += 1; if (a) break } s += 10 }":                  "33",
		"for (const i of [0, 1, 2]) { const k = i; if (2 > 1 ? true : a) s += k; else { s += 1; if (a) break } s += 10 }":    "33",
		"for (const i of [0, 1, 2]) { const k = i; if (void 0 ?? null) { s += 1; if (a) break } s += k + 10 }":               "33",
		"for (const i of [0, 1, 2]) { const k = i; while (false) { const j = k; if (a) break; s += j } s += k + 10 }":        "33",
		"for (const i of [0, 1, 2]) { const k = i; for (; null;) { const j = k; if (a) continue; s += j } s += k + 10 }":     "33",
		"l: for (const i of [0, 1, 2]) { const k = i; for (; 0;) { const j = k; if (a) continue l; s += j } s += k + 10 }":   "33",
		"switch (a) { case 1: { const k = 33; if (false) { s += 1; if (a) break } s = k } }":                                 "33",
		"while (true) { const k = s; s++; if (true) { if (k > 31) break } else { if (a) continue } }":                        "33",
		"for (let i = 0; i < 0; i++) { if (!1) { s = 1; if (!a) break } else s = 2 } for (let i = 0; i < 2; i++) { s = 33 }": "33",
	} {
		t.Run(body, func(t *testing.T) {
			s := prepare(t, "const f = (a) => { let s = 0; "+body+"; return s }\nlog(f(1))")
			require.Equal(t, []string{want}, newRealmStub(1000).run(s.Program))
		})
	}
}
