package std

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	list := parse(`const things = 'things'

/**
 * Adds
 * things.
 *
 * More about it.
 *
 * And more.
 *
 * @input a: width — first
 * @output b: hi + lo — second — with a dash,
 *   and a second line
 * @option width = max(8, lo + 1) — wires
 * @formula b = a
 * @clock nothing
 * @example
 * ` + "```ts" + `
 * nodes: { x: X() }
 *
 * // end
 * ` + "```" + `
 */
export const X = circuit('X', ({ width = 8 } = {}) => ({
  meta: { category: things },
}))

/** Not a documented export. */
const y = 1

/**
 * Helps.
 *
 * @param n — how much
 * @returns twice as much
 * @throws never
 * @example
 * ` + "```ts" + `
 * help(1)
 * ` + "```" + `
 */
export function help(n: number) {
  return 2 * n
}
`)
	require.Equal(t, []Component{
		{
			Name: "X", Kind: KindComponent, Category: "things", Summary: "Adds things.", Doc: "More about it.\n\nAnd more.",
			Factory: true,
			Ports: []Port{
				{Name: "a", Direction: "input", Width: "width", Doc: "first"},
				{Name: "b", Direction: "output", Width: "hi + lo", Doc: "second — with a dash, and a second line"},
			},
			Options: []Option{{Name: "width", Default: "max(8, lo + 1)", Doc: "wires"}},
			Formula: "b = a", Clock: "nothing", Example: "nodes: { x: X() }\n\n// end",
		},
		{
			Name: "help", Kind: KindHelper, Summary: "Helps.", Options: []Option{{Name: "n", Doc: "how much"}},
			Returns: "twice as much", Throws: "never", Example: "help(1)",
		},
	}, list)
}
