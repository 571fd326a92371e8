package sandbox

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// fuzzAtoms and fuzzShapes are what random programs are made of: every value of the language and of JavaScript
// in every place where one can stand. # is another value.
var (
	fuzzAtoms = strings.Fields(`undefined null true 0 -1 1e9 2**53 NaN 1n '' 'x' Symbol.iterator Symbol() [] {} globalThis circuit bus reg mem bit And Register ROM Mux
		Constant Object Function Array Map Set Proxy Reflect JSON Math Promise Error Date RegExp String Number BigInt Uint8Array ArrayBuffer WeakMap console
		kept[0] kept[1] kept[2] kept[3] Object.prototype Array.prototype Function.prototype setTimeout structuredClone`)
	fuzzShapes = []string{
		"#", "[#, #]", "({ a: #, __proto__: # })", "({ [#]: # })", "#(#)", "#(#, #)", "new #(#)", "new #(#, #)", "#.constructor", "#.prototype", "#.__proto__", "#[#]", "#?.name", "#.call(#, #)", "#.apply(#, [#, #])", "#.bind(#)",
		"Reflect.ownKeys(#)", "Reflect.get(#, #, #)", "Reflect.construct(#, [#], #)", "Reflect.getPrototypeOf(#)", "Object.getOwnPropertyDescriptors(#)", "Object.create(#)", "Object.setPrototypeOf(#, #)", "Object.assign(#, #)",
		"Object.defineProperty(#, #, { get: () => #, configurable: true })", "new Proxy(#, { get: () => #, has: () => #, ownKeys: () => # })", "new Proxy(#, #)", "(() => #)", "(function () { return # })", "(function* () { yield # })()",
		"(async () => await #)()", "class extends # { x = # }", "[...#]", "`${#}`", "# + #", "# in #", "# instanceof #", "typeof #", "(# as any).x = #", "(kept[2] = #)", "JSON.stringify(#)", "JSON.parse(#)", "JSON.stringify(#, #)",
		"[#, #].map(#)", "[#, #].sort(#)", "[#].concat(#)", "Array.from(#)", "'xyz'.replace('y', #)", "'x'.padEnd(#)", "'ab'.repeat(#)", "new Map([[#, #]])", "Promise.resolve(#).then(#)", "throwing(#)", "# << #", "# ** #",
		"circuit(#, #)", "circuit('A', { inputs: #, outputs: # })", "circuit('B', { inputs: { a: # }, outputs: { y: # }, eval: # })", "circuit('C', { outputs: { y: bit }, nodes: #, connect: # })",
		"circuit('D', { inputs: { a: bit }, outputs: { y: bit }, nodes: { n: And, m: # }, connect: (x: any) => { kept[3] = x.inputs; kept[1] = x.nodes.n; return [x.inputs.a.to(x.outputs.y, #), #] } })",
		"circuit('E', { outputs: { y: bus(8) }, state: { s: reg(8, #), m: mem(4, 8, #) }, eval: (x: any) => { kept[0] = x; return { y: # } }, onTick: (x: any) => { kept[1] = x.m; return { s: #, m: # } } })",
		"circuit('F', (o: any) => { kept[2] = o; return { outputs: { y: bit }, meta: #, eval: () => # } })(#)", "And(#)", "ROM({ memory: # })", "Constant({ value: #, width: # })", "mem(#, #, #)", "reg(#, #)", "console.log(#, #)",
	}
)

// program makes a program out of bytes.
func program(data []byte) string {
	next := func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % n
	}
	var value func(depth int) string
	value = func(depth int) string {
		if depth > 3 || len(data) == 0 || next(3) == 0 {
			return fuzzAtoms[next(len(fuzzAtoms))]
		}
		var b strings.Builder
		for _, r := range fuzzShapes[next(len(fuzzShapes))] {
			if r == '#' {
				b.WriteString("(" + value(depth+1) + ")")
			} else {
				b.WriteRune(r)
			}
		}
		return b.String()
	}
	var b strings.Builder
	b.WriteString("const kept: any[] = [And, bit, {}, circuit]; const throwing = (x: any) => { throw x }\n")
	for i := 0; len(data) > 0 && i < 12; i++ {
		b.WriteString("try { kept[" + string(rune('0'+i%4)) + "] = (" + value(0) + " as any) } catch (e) { kept[0] = e }\n")
	}
	return b.String()
}

// FuzzRealm_A007 runs random programs. None may make the interpreter panic, reach an object of the host, or
// leave anything behind.
func FuzzRealm_A007(f *testing.F) {
	for i := range fuzzShapes {
		f.Add([]byte{1, byte(i), 0, 3, 0, 7, 1, byte(i * 7), 1, byte(i + 3), 0, 9, 0, 21, 1, byte(i + 40), 2, 5})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 200 {
			return
		}
		text := program(data) + graphWalk + "for (const v of kept) try { walk('kept', v) } catch {}\nif (found.length) throw new Error('reached ' + found.join())\n"
		c, err := Compile(context.Background(), Source{Text: text, Grants: circuit.AllGrants()}, Limits{Steps: 300_000, Nodes: 1000})
		require.NoError(t, err, text)
		for _, d := range c.Diagnostics {
			for _, bad := range []string{"interpreter can give", "reached ", "simten.dev/", "nil pointer", "goroutine", "runtime error"} {
				require.NotContains(t, d.Message, bad, text)
			}
			require.NotEqual(t, circuit.CodeSourceInternal, d.Code, text)
		}
		if c.Design == nil {
			return
		}
		m, err := c.NewMachineOn(context.Background(), Closures)
		if err == nil {
			_, err = m.Step(context.Background(), 2)
		}
		if err != nil {
			require.NotContains(t, err.Error(), "interpreter can give", text)
			require.NotContains(t, err.Error(), "runtime error", text)
		}
	})
}
