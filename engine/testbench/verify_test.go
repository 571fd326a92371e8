package testbench

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

const halfCircuit = `
const Half = circuit('Half', {
  inputs: { a: bit, b: bit }, outputs: { sum: bit, carry: bit }, nodes: { x: Xor, n: And },
  connect: ({ inputs: i, outputs: o, nodes: { x, n } }) => [i.a.to(x.a, n.a), i.b.to(x.b, n.b), x.out.to(o.sum), n.out.to(o.carry)],
})
`

const verifyImports = `
import { declareOracle, describe, verify } from '@simten/core/verify'
import { simulate } from '@simten/core/sim'
import fc from 'fast-check'
`

const oracleB = `declareOracle({ tier: 'B', type: 'truth table', independence_basis: 'written from the book' })
`

// outcome is the result of a verification.
type outcome struct {
	Circuit string `json:"circuit"`
	Passed  *bool  `json:"testbench_passed"`
	Oracle  struct {
		Tier, Type string
	} `json:"oracle"`
	Checks []struct {
		Name, Strategy string
		Count          int
		Passed         bool
	} `json:"checks"`
	Failures []struct {
		Name, Message  string
		Counterexample struct {
			Inputs json.RawMessage
			Path   *string
			Seed   *int64
		}
		NumRuns, NumShrinks *int
	} `json:"failures"`
	Caveat string `json:"caveat"`
	Error  string `json:"verify_error"`
	Phase  string `json:"phase"`
}

func verified(t *testing.T, o Options, text string) (*Report, outcome) {
	t.Helper()
	o.Verify = true
	r := with(t, o, verifyImports+halfCircuit+text, nil)
	require.Empty(t, errorsOf(r))
	require.NotNil(t, r.Verify)
	var x outcome
	require.NoError(t, json.Unmarshal(r.Verify.Result, &x))
	return r, x
}

const truthTable = `verify.exhaustive('tt', [2, 2], (a, b) => {
  const s = simulate(Half); try { s.set({ a, b }); return s.get('sum') === (a ^ b) && s.get('carry') === (a & b) } finally { s.dispose() }
})
`

func TestVerify(t *testing.T) {
	t.Run("M68 every case, and the one that fails", func(t *testing.T) {
		r, x := verified(t, Options{}, oracleB+"describe('Half')\n"+truthTable+"verify.run()")
		require.True(t, r.Verify.Passed)
		require.True(t, *x.Passed)
		require.Equal(t, "Half", x.Circuit)
		require.Len(t, x.Checks, 1)
		require.Equal(t, "tt", x.Checks[0].Name)
		require.Equal(t, "exhaustive", x.Checks[0].Strategy)
		require.Equal(t, 4, x.Checks[0].Count)
		require.True(t, x.Checks[0].Passed)

		r, x = verified(t, Options{}, oracleB+"const seen = []\nverify.exhaustive('tt', [2, 2], (a, b) => { seen.push([a, b]); return !(a && b) })\nconsole.log(JSON.stringify(seen))\nverify.run()")
		require.False(t, r.Verify.Passed)
		require.Equal(t, 4, x.Checks[0].Count)
		require.JSONEq(t, "[1, 1]", string(x.Failures[0].Counterexample.Inputs))
		require.Equal(t, "predicate returned false", x.Failures[0].Message)
		require.Equal(t, []string{"[[0,0],[0,1],[1,0],[1,1]]"}, r.Console)

		_, x = verified(t, Options{}, oracleB+"verify.exhaustive('throws', [3], (n) => { if (n === 1) throw new Error('one') })\nverify.run()")
		require.Equal(t, "one", x.Failures[0].Message)
		require.Equal(t, 2, x.Checks[0].Count)
	})
	t.Run("M69 too many cases", func(t *testing.T) {
		r := with(t, Options{Verify: true}, verifyImports+"verify.exhaustive('big', [1024, 1025], () => true)", nil)
		require.Len(t, errorsOf(r), 1)
		require.Equal(t, `verify.exhaustive("big"): input space 1049600 exceeds 1048576. Use verify.check with fc property sampling for spaces this large.`, errorsOf(r)[0].Message)
		_, x := verified(t, Options{}, oracleB+"verify.exhaustive('most', [1024, 1024], (a, b) => a + b < 3)\nverify.run()")
		require.Equal(t, 4, x.Checks[0].Count, "so many are allowed")
	})
	t.Run("M70 samples, shrunk", func(t *testing.T) {
		_, x := verified(t, Options{}, oracleB+"verify.check('ok', fc.property(fc.boolean(), fc.boolean(), (a, b) => { const s = simulate(Half); s.set({ a: Number(a), b: Number(b) }); return s.get('carry') === Number(a && b) }))\nverify.check('few', fc.property(fc.nat(), () => true), { numRuns: 7 })\nverify.run()")
		require.Equal(t, 50, x.Checks[0].Count)
		require.Equal(t, "sampled", x.Checks[0].Strategy)
		require.Equal(t, 7, x.Checks[1].Count)

		r, x := verified(t, Options{}, oracleB+"verify.check('no', fc.property(fc.boolean(), fc.boolean(), (a, b) => !(a && b)))\nverify.run()")
		require.False(t, r.Verify.Passed)
		require.False(t, x.Checks[0].Passed)
		f := x.Failures[0]
		require.JSONEq(t, "[true, true]", string(f.Counterexample.Inputs))
		require.NotNil(t, f.Counterexample.Path)
		require.NotNil(t, f.Counterexample.Seed)
		require.NotNil(t, f.NumRuns)
		require.NotNil(t, f.NumShrinks)
		require.NotEmpty(t, f.Message)

		r = with(t, Options{Verify: true}, verifyImports+"verify.check('later', fc.asyncProperty(fc.nat(), async () => true))", nil)
		require.Contains(t, errorsOf(r)[0].Message, "synchronous")
	})
	t.Run("M71 the contract", func(t *testing.T) {
		for name, c := range map[string]struct{ text, says string }{
			"no oracle":    {truthTable + "verify.run()", "no oracle declared"},
			"no checks":    {oracleB + "verify.run()", "no checks were run"},
			"never called": {oracleB + truthTable, "verify.run() was never called"},
		} {
			r, x := verified(t, Options{}, c.text)
			require.False(t, r.Verify.Passed, name)
			require.Contains(t, x.Error, c.says, name)
			require.Equal(t, "contract", x.Phase, name)
			require.Nil(t, x.Passed, name)
		}
		_, x := verified(t, Options{}, oracleB+truthTable+"verify.run()")
		require.Equal(t, "TS simulation only; FPGA synthesis/timing not guaranteed.", x.Caveat)
		require.Equal(t, "<testbench>", x.Circuit)
		require.Equal(t, "truth table", x.Oracle.Type)
	})
	t.Run("M71 as a test, verify.run() throws", func(t *testing.T) {
		for text, says := range map[string]string{
			truthTable + "verify.run()": "verify.run(): no oracle declared",
			oracleB + "verify.run()":    "verify.run(): no checks were run.",
			oracleB + "verify.exhaustive('no', [2], (n) => n === 0)\nverify.run()": "verify: 1 failure(s): [",
			oracleB + truthTable: "verify.run() was never called",
		} {
			r := run(t, verifyImports+halfCircuit+text)
			require.Len(t, errorsOf(r), 1, text)
			require.Contains(t, errorsOf(r)[0].Message, says)
		}
		r := run(t, verifyImports+halfCircuit+oracleB+truthTable+"verify.run()")
		require.True(t, r.OK())
		require.Empty(t, r.Console)
	})
	t.Run("M72 an oracle from outside", func(t *testing.T) {
		o := Options{Oracle: `{"tier":"A","type":"vectors","independence_basis":"standard"}`}
		_, x := verified(t, o, oracleB+truthTable+"verify.run()")
		require.Equal(t, "A", x.Oracle.Tier)
		_, x = verified(t, o, truthTable+"verify.run()")
		require.Equal(t, "vectors", x.Oracle.Type)
		_, x = verified(t, Options{Oracle: "no JSON"}, oracleB+truthTable+"verify.run()")
		require.Equal(t, "B", x.Oracle.Tier)
	})
	t.Run("M73 an import alone does nothing", func(t *testing.T) {
		r := run(t, verifyImports+"test('a', () => expect(typeof verify.run).toBe('function'))")
		require.Nil(t, r.Verify)
		require.True(t, r.OK())
		require.Empty(t, r.Console)
	})
}
