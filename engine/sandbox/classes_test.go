package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
)

const classes = `class Base { static readonly w = 9; static shared = 4 }
class Colour extends Base {
  static readonly ball = 0xfc; static readonly wall = 0x1f; static names = ['a', 'b']; static table = [3, 1, 4]
  static rot(x: number) { return x << 1 }
  static get computed() { return 3 }
  static count = 0
  static bump() { return ++Colour.count }
}
function Old(this: any) { this.x = 1 }
;(Old as any).limit = 12
const { wall } = Colour
const later = () => { Colour.names = ['a'] }
`

// TestConstantsOfClasses has lambdas that use classes from outside. Their constants are compiled; whatever else is used of a class, all backends give
// what the closures give.
func TestConstantsOfClasses(t *testing.T) {
	for _, c := range []struct {
		value    string
		compiled bool
	}{
		{"x & 1 ? Colour.ball : Colour.wall", true},
		{"Colour.table[x & 1] + Colour.names.length + wall", true},
		{"Colour['ball']", true},
		{"Old.limit", false},
		{"typeof Colour === 'function' ? 1 : 0", true},
		{"(Colour ? 5 : 0) + (Colour === Colour ? 1 : 0)", true},
		{"(() => { const { ball } = Colour; return ball })()", true},
		{"(() => { const c = Colour; return c.ball })()", true},
		{"Colour.w", false},
		{"Colour.shared + Base.shared", false},
		{"Colour.nosuch ?? 3", false},
		{"Colour.rot(x)", false},
		{"Colour.computed", false},
		{"Colour.name.length", false},
		{"Object.keys(Colour).length", false},
		{"'ball' in Colour ? 1 : 0", false},
		{"(() => { const { ball, nosuch = 3 } = Colour; return ball + nosuch })()", false},
		{"({ ...Colour }).ball", false},
		{"[Colour].length + [Colour][0].ball", true},
		{"(() => { let n = 0; for (const k in Colour) n += k.length; return n })()", false},
		{"new Colour() ? 2 : 1", false},
		{"`${Colour}`.length", false},
		{"Colour == 3 ? 1 : 0", false},
		{"Colour + 1 ? 2 : 3", false},
		{"Colour.bump()", false},
		{"(Colour.bump(), Colour.ball)", false},
		{"(later(), Colour.names.length)", false},
	} {
		t.Run(c.value, func(t *testing.T) {
			text := classes + fmt.Sprintf(`circuit('C', { outputs: { o: bus(32), n: bus(32) }, state: { x: reg(32) },
  eval: ({ x }) => ({ o: x, n: Colour.count }), onTick: ({ x }) => ({ x: x + (%s) + 1 }) })`, c.value)
			var want []string
			for i, backend := range backends {
				x, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
				require.NoError(t, err)
				defer x.Close()
				module, _, err := x.Lower(t.Context())
				require.NoError(t, err)
				require.Equal(t, c.compiled, module.OpaqueCalls() == 0)
				m, err := x.NewMachineOn(t.Context(), backend)
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				var got []string
				for range 6 {
					_, err := m.Step(t.Context(), 1)
					got = append(got, fmt.Sprint(m.Peek(x.Design.Outputs[0].Net), m.Peek(x.Design.Outputs[1].Net), err))
				}
				if i == 0 {
					want = got
				}
				require.Equal(t, want, got, "%s", backend)
			}
		})
	}
}
