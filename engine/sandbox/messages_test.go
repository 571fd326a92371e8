package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

// TestTextsWithinMessages has texts that depend on values and are more than parts of a message. Whether they are
// compiled or not, the message is that of the closure.
func TestTextsWithinMessages(t *testing.T) {
	for _, message := range []string{
		"`${op}` === '7' ? 'x' : 'y'", "`${op}` == '9' ? 'x' : 'y'", "`${op}` < '8' ? 'x' : 'y'", "`${op}` == op ? 'x' : 'y'", "`${op}` || 'none'", "`${op}` && 'some'", "`${op}` ? 1 : 2",
		"typeof `${op}`", "`${op}`.length", "`a${op}`[1]", "[...`${op}`].join()", "({ '7': 'seven' })[`${op}`]", "new Map([['7', 'seven']]).get(`${op}`)", "map.get(`${op}`)",
		"map.has(op.toString()) ? 'a' : 'b'", "set.has(`${op}`) ? 'a' : 'b'", "['7', '8'].includes(`${op}`) ? 'a' : 'b'", "['7', '8'].indexOf(`${op}`)", "Number(`${op}`) + 1", "`${op}` * 2", "`${op}` - 1", "+`${op}`", "~`${op}`",
		"`${op}` + 1", "1 + `${op}`", "`${op}`.includes('7')", "`${op}`.startsWith('7')", "`a${op}`.padStart(9)", "`${op}`.padStart(4).padStart(6)", "`${op}`.padStart(op)", "[op, op + 1].join('-')", "String([op, 1])", "`${[op]}`", "`${{ op }}`",
		"[`${op}`, 'b'].map((x) => x + '!').join('')", "(op > 100 ? `${op}` : 'small')", "`${op}`.at(0)", "`${op}`.slice(0, 1)", "`${op}`.split('')[0]", "op.toString(1)", "op.toFixed(2)", "op.toString(op)", "op.toLocaleString()", "op['toString']()",
		"`${op / 4}`.toUpperCase()", "(op / 4).toString(2)", "`${op}`.toLowerCase()", "new Error(`${op}`).message", "`${op}`.concat('x')", "`${Symbol}`", "`${op}`.padStart(5, '')", "((x) => `<${x}>`)(op)", "((x = `${op}`) => x)()", "`${op in { 7: 1 }}`", "`${`${op}` in { 7: 1 }}`", "`${op}` instanceof Object",
		"(() => { let s = ''; for (let i = 0; i < 3; i++) s += op + i; return s })()", "(() => { let s = `${op}`; s += '!'; return s })()", "(() => { const s = `${op}`; switch (s) { case '7': return 'seven'; default: return s } })()",
		"BigInt(`${op}`)", "`${op}`.repeat(2)", "`${op}`.trim()", "`${op}`.charCodeAt(0)", "parseInt(`${op}`)", "Boolean(`${op}`)", "!`${op}`", "`${op}` ?? 'x'", "isNaN(`${op}`)", "Math.max(`${op}`, 3)", "[`${op}`].length", "Object.keys({ [`k${op}`]: 1 })[0]",
	} {
		t.Run(message, func(t *testing.T) {
			text := fmt.Sprintf("const map = new Map([['7', 'seven']]), set = new Set(['7'])\n"+
				"circuit('C', { outputs: { o: bus(8) }, state: { op: reg(8) }, eval: ({ op }) => ({ o: op }),\n"+
				"onTick: ({ op }) => { if (op >= 7) throw new Error(%s)\nreturn { op: op + 1 } } })", message)
			want := ""
			for i, backend := range backends {
				c, err := sandbox.Compile(t.Context(), sandbox.Source{Text: text}, sandbox.Limits{})
				require.NoError(t, err)
				defer c.Close()
				m, err := c.NewMachineOn(t.Context(), backend)
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				done, err := m.Step(t.Context(), 20)
				require.Equal(t, 7, done)
				require.Error(t, err)
				if i == 0 {
					want = err.Error()
				}
				require.Equal(t, want, err.Error(), "%s", backend)
			}
		})
	}
}

// TestMessagesWithValues has errors whose messages depend on values. The compiled lambda gives the text that the
// closure gives, and the cycle is the same.
func TestMessagesWithValues(t *testing.T) {
	for _, message := range []string{
		"`unknown opcode ${op}`", "'unknown opcode ' + op", "op + ' is unknown'", "op", "`${op}`", "String(op)", "op.toString()", "`${-op}`", "`${op - 200}`",
		"`0x${op.toString(16)}`", "`${op.toString(2).padStart(8, '0')}`", "'0x' + (op + 10).toString(16).toUpperCase().padStart(4, '0')", "`${op.toString(36)}`",
		"`[${String(op).padEnd(6)}]`", "`[${`${op}`.padStart(6, 'ab')}]`", "`${(op - 200).toString(16)}`", "`${op === 7}`", "`${op / 4}`", "`${op * 1e300 * 1e10}`",
		"`${op / 0 - op / 0}`", "`${1 / (op * 3e7)}`", "`${Math.sqrt(op)}`", "`${op * 2 ** 40}`", "`${op | 0x80000000}`", "`${(op | 0x80000000) >>> 0}`",
		"`${BigInt(op) << 70n}`", "`${-(BigInt(op) ** 3n)}`", "BigInt(op).toString(16)", "`${names[op & 3]}`", "names[op & 3]", "`${op > 6 ? 'many' : op}`", "hex(op)",
		"`${hex(op)}: ${names[op & 1]} of ${list.length}`", "`${table[op]?.name ?? 'none'}`", "`${undefined} ${null} ${op}`", "`größer ${op}`", "`${op}`.toUpperCase()", "`${op > 3}`.toUpperCase()", "`${op > 3}`.padStart(2)",
		"''", "`${-0}`", "`${op * 0}`",
	} {
		for class, test := range map[string]string{"Error": "===", "TypeError": ">="} {
			t.Run(class+" "+message, func(t *testing.T) {
				_, machines := everywhere(t, fmt.Sprintf("const names = ['add', 'sub', 'mul', 'div'], list = [1, 2, 3], table = [{ name: 'x' }]\n"+
					"const hex = (n: number) => n.toString(16).padStart(2, '0')\n"+
					"circuit('C', { outputs: { o: bus(8) }, state: { op: reg(8) }, eval: ({ op }) => ({ o: op }),\n"+
					"onTick: ({ op }) => { if (op %s 7) throw new %s(%s)\nreturn { op: op + 1 } } })", test, class, message))
				var want string
				for i, m := range machines {
					done, err := m.Step(t.Context(), 20)
					require.Equal(t, 7, done)
					var d *circuit.Diagnostic
					require.ErrorAs(t, err, &d)
					if i == 0 {
						want = d.Message
					}
					require.Equal(t, want, d.Message, "%s", backends[i])
					require.Equal(t, 4, d.Line)
				}
			})
		}
	}
}
