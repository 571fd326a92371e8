package sandbox_test

import "testing"

const namespaces = `const Colour = { count: 0 }
namespace Op {
  export const ADD = 1
  export const SUB = 2
  const hidden = 7
  export function f(x: number) { return x + hidden + ADD }
  export const g = (x: number) => f(x) * 2
  export const table = [3, 1, 4]
  export enum E { A, B = 5 }
  export namespace In { export const Z = 4; export const h = (x: number) => x ^ (Z + SUB) }
  export class K { constructor(public v: number) {} up() { return this.v + SUB } }
  export const k = new K(9)
}
namespace Op { export const MORE = 30; export const i = (x: number) => g(x) + MORE }
namespace A.B.C { export const deep = 6 }
namespace Counts { export let n = 1; export const up = () => ++n }
namespace Used { export const list = [1, 2]; export const put = (v: number) => { list[0] = v; return v } }
let held: any; ((x: any) => { x.a = 5 })(held || (held = {}))
let swapped: any; ((x: any) => { x.a = 5 })(swapped || (swapped = {}))
swapped = { a: 7 }
`

// TestNamespaces has lambdas that use namespaces of TypeScript. Lambdas that are not compiled give the same.
func TestNamespaces(t *testing.T) {
	compareClasses(t, namespaces, []classCase{
		{"x & 1 ? Op.ADD : Op.SUB", true},
		{"Op.f(x) + Op.g(x)", true},
		{"Op.table[x & 1] + Op.E.B + (x === Op.E.A ? 1 : 0)", true},
		{"Op.In.Z + Op.In.h(x)", true},
		{"new Op.K(x & 7).up() + Op.k.up()", true},
		{"Op.i(x) + Op.MORE", true},
		{"A.B.C.deep", true},
		{"(() => { const { f, SUB } = Op; return f(x) + SUB })()", true},
		{"held.a", true},
		{"swapped.a", false},
		{"Counts.up()", false},
		{"Used.put(x) + Used.list[0]", false},
		{"(Used.put(x), Used.list[0])", false},
	})
}
