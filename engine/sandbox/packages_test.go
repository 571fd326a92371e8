package sandbox

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/modules"
)

const es2022 = "?target=es2022"

// tinyModules are what a small module host has, by path. It answers as esm.sh does: the entry of a package without a
// version is a stub that names the file with the version.
var tinyModules = map[string]string{
	"/tiny" + es2022:                 `export * from "/tiny@1.0.0/es2022/tiny.mjs";export { default } from "/tiny@1.0.0/es2022/tiny.mjs";`,
	"/tiny@1.0.0" + es2022:           `export * from "/tiny@1.0.0/es2022/tiny.mjs";export { default } from "/tiny@1.0.0/es2022/tiny.mjs";`,
	"/tiny@1.0.0/es2022/tiny.mjs":    "import { twice } from './twice.mjs';\nexport const add = (a, b) => a + b;\nexport const answer = 42;\nexport function fail() { throw new Error('inside') }\nexport function spin() { for (;;); }\nexport const table = [1, 2, 3];\nexport let count = 0;\nexport const more = () => ++count;\nexport { twice };\nexport default { twice, name: 'tiny' };\n",
	"/tiny@1.0.0/es2022/twice.mjs":   "export const twice = (x) => 2 * x",
	"/common@2.1.0" + es2022:         "exports.square = (x) => x * x; try { require('fs') } catch (e) { exports.why = e.message }",
	"/bad@1.0.0" + es2022:            "throw new TypeError('does not like it here')",
	"/loop@1.0.0" + es2022:           "export default 1\nfor (;;);",
	"/node@1.0.0" + es2022:           "import fs from 'node:fs'\nexport default fs",
	"/off@1.0.0" + es2022:            "export * from 'https://elsewhere.example/x.js'",
	"/up@1.0.0" + es2022:             "export * from '../../x.js'",
	"/lazy@1.0.0" + es2022:           "export let got = ''; import('node:fs').catch((e) => { got = e.message })",
	"/syntax@1.0.0" + es2022:         "export const = 1",
	"/data@1.0.0/data.json" + es2022: `{"n": 7}`,
}

// tinyHost knows all of it, and that there is nothing else.
func tinyHost() *modules.Store {
	s := modules.NewStore("https://modules.example")
	for path, text := range tinyModules {
		kind := "application/javascript; charset=utf-8"
		if strings.HasSuffix(path, ".json"+es2022) {
			kind = "application/json"
		}
		s.Put(modules.Answer{Path: path, Type: kind, Text: []byte(text)})
	}
	s.Put(modules.Answer{Path: "/no-such-package" + es2022, Failure: "is not there (the host answers 404 Not Found)"})
	s.Put(modules.Answer{Path: "/offline" + es2022, Failure: "could not be reached", Offline: true})
	s.Put(modules.Answer{Path: "/page@1.0.0" + es2022, Type: "text/html", Text: []byte("<p>")})
	return s
}

func compileWith(t *testing.T, text string, s Source) *Compiled {
	t.Helper()
	s.Text = text
	if s.Modules == nil {
		s.Modules = tinyHost()
	}
	if s.Grants == nil {
		s.Grants = circuit.AllGrants()
	}
	c, err := Compile(context.Background(), s, Limits{RunTime: 200e6})
	require.NoError(t, err)
	return c
}

// Packages give their bindings to the circuit's code, in every form of import.
func TestPackages(t *testing.T) {
	for _, test := range []struct{ name, text, prints string }{
		{"D8 named", "import { add } from 'tiny'\nconsole.log(add(1, 2))", "3"},
		{"D8 default", "import tiny from 'tiny'\nconsole.log(tiny.twice(21), tiny.name)", "42 tiny"},
		{"D8 renamed", "import { add as plus, default as t } from 'tiny'\nconsole.log(plus(1, t.twice(1)))", "3"},
		{"D8 namespace", "import * as tiny from 'tiny'\nconsole.log(tiny.add(1, 1), Object.keys(tiny).join())", "2 add,answer,count,default,fail,more,spin,table,twice"},
		{"D8 namespace by properties", "import * as tiny from 'tiny'\nconsole.log(tiny.add(1, 1))", "2"},
		{"D8 default and named", "import tiny, { add } from 'tiny'\nconsole.log(add(tiny.twice(1), 1))", "3"},
		{"D8 exact version", "import { add } from 'tiny@1.0.0'\nconsole.log(add(1, 2))", "3"},
		{"D8 side effect", "import 'tiny'\nconsole.log(1)", "1"},
		{"D8 re-export", "export * from 'tiny'\nexport { add } from 'tiny'\nconsole.log(1)", "1"},
		{"D8 import equals", "import tiny = require('tiny')\nconsole.log(tiny.add(2, 2))", "4"},
		{"D8 CommonJS", "import common, { square } from 'common@2.1.0'\nconsole.log(square(3), common.square(2), common.why)", "9 4 fs is a module of Node, which does not exist in circuits"},
		{"D8 data", "import data from 'data@1.0.0/data.json'\nconsole.log(data.n)", "7"},
		{"D8 live binding", "import { count, more } from 'tiny'\nmore(); more()\nconsole.log(count)", "2"},
		{"D8 twice", "import { add } from 'tiny'\nimport * as t from 'tiny'\nconsole.log(add === t.add)", "true"},
		{"D8 own names win", "import { add } from 'tiny'\nimport { And } from '@simten/core'\nconsole.log(add(1, 1), typeof And)", "2 function"},
		{"D8 import inside a package", "import { got } from 'lazy@1.0.0'\nsetTimeout(() => console.log(got))", "import() does not exist in circuits; lazy@1.0.0 asks for node:fs"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compileWith(t, test.text+"\ncircuit('A', {})", Source{})
			require.Empty(t, c.Diagnostics)
			require.Equal(t, []string{test.prints}, c.Console)
			require.NotNil(t, c.Lock)
		})
	}
}

// An import that is not possible is reported at the specifier, with the next step.
func TestRefusedPackages_A194_A211(t *testing.T) {
	for _, test := range []struct {
		name, text string
		code       circuit.Code
		says       string
	}{
		{"D8 node", "import fs from 'node:fs'\nfs.x()", circuit.CodePackageImport, "module of Node"},
		{"D8 require of node", "import fs = require('fs')\nfs.x()", circuit.CodePackageImport, "module of Node"},
		{"D8 address", "import * as m from 'https://esm.sh/x'\nm.y()", circuit.CodePackageImport, "configured module host only"},
		{"data address", "import m from 'data:text/javascript,export default 1'\nm()", circuit.CodePackageImport, "not the name of a package"},
		{"file address", "import m from 'file:///etc/passwd'\nm()", circuit.CodePackageImport, "not the name of a package"},
		{"D8 out of the package", "import m from 'tiny/../../x'\nm()", circuit.CodePackageImport, "leads nowhere"},
		{"D8 no such package", "import m from 'no-such-package'\nm()", circuit.CodeModuleUnavailable, "404"},
		{"offline", "import m from 'offline'\nm()", circuit.CodeModuleUnavailable, "Check the connection"},
		{"not a module", "import m from 'page@1.0.0'\nm()", circuit.CodeModuleUnavailable, "text/html"},
		{"no such export", "import { ad } from 'tiny'\nad()", circuit.CodeModuleCode, `has no export ad`},
		{"bad syntax", "import m from 'syntax@1.0.0'\nm()", circuit.CodeModuleCode, "syntax@1.0.0, line 1"},
		{"a package of Node", "import m from 'node@1.0.0'\nm()", circuit.CodePackageImport, "which node@1.0.0 imports"},
		{"a package from elsewhere", "import * as m from 'off@1.0.0'\nm.x()", circuit.CodePackageImport, "not on the module host"},
		{"a package that climbs", "import * as m from 'up@1.0.0'\nm.x()", circuit.CodePackageImport, "leads out"},
		{"a package that throws", "import m from 'bad@1.0.0'\nm()", circuit.CodeException, "(in bad@1.0.0:1:7)"},
		{"a package that loops", "import m from 'loop@1.0.0'\nm()", circuit.CodeTimeLimit, "(in loop@1.0.0:2:1)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compileWith(t, "// first line\n"+test.text, Source{})
			require.Len(t, c.Diagnostics, 1)
			d := c.Diagnostics[0]
			require.Equal(t, test.code, d.Code, d.Error())
			require.Contains(t, d.Message+" "+d.Suggestion, test.says)
			require.Equal(t, 2, d.Line)
			require.Equal(t, strings.IndexByte(test.text, '\'')+1, d.Column, "the specifier")
		})
	}
}

// An error in a package called by the circuit stands where the circuit calls it, and names the package.
func TestErrorsInPackages_A195(t *testing.T) {
	c := compileWith(t, "import { fail } from 'tiny'\nconst f = () => 1\n  fail()\n", Source{})
	require.Len(t, c.Diagnostics, 1)
	d := c.Diagnostics[0]
	require.Equal(t, circuit.Place{Line: 3, Column: 3}, circuit.Place{Line: d.Line, Column: d.Column})
	require.Equal(t, "inside (in tiny@1.0.0/es2022/tiny.mjs:4:32).", d.Message)

	c = compileWith(t, "import { spin } from 'tiny'\nspin()\n", Source{})
	require.Equal(t, circuit.CodeTimeLimit, c.Diagnostics[0].Code)
	require.Equal(t, 2, c.Diagnostics[0].Line)
	require.Contains(t, c.Diagnostics[0].Message, "tiny@1.0.0/es2022/tiny.mjs:5")
}

// Functions of packages work inside lambdas, with the right values on every backend.
func TestPackagesInLambdas(t *testing.T) {
	text := `import tiny, { add, answer, table } from 'tiny'
const { twice } = tiny
const fixed = answer
circuit('Top', { inputs: { a: bus(8) }, outputs: { y: bus(8), z: bus(8), w: bus(8) }, state: { n: reg(8) },
  eval: ({ a, n }) => ({ y: add(a, answer), z: twice(a) + table[1], w: n + fixed }),
  onTick: ({ n, a }) => ({ n: add(n, a) }),
})`
	for _, backend := range []Backend{Closures, Interpreter, WebAssembly} {
		t.Run(string(backend), func(t *testing.T) {
			c := compileWith(t, text, Source{})
			require.False(t, circuit.HasErrors(c.Diagnostics), "%v", c.Diagnostics)
			d := find(t, c, circuit.CodeOpaque)
			require.Contains(t, d.Message, "'add' is from a package of npm")
			require.Equal(t, 5, d.Line)
			m, err := c.NewMachineOn(context.Background(), backend)
			require.NoError(t, err)
			b := &bench{t, c, m}
			b.set(map[string]uint64{"a": 5}).expect("y", 47).expect("z", 12).expect("w", 42)
			b.tick(3).expect("w", 57)
		})
	}
}

// A circuit whose lambda is a function of a package.
func TestPackageFunctionAsLambda(t *testing.T) {
	store := tinyHost()
	store.Put(modules.Answer{Path: "/lambda@1.0.0" + es2022, Type: "text/javascript", Text: []byte("export const invert = ({ a }) => ({ y: a ^ 1 })")})
	c := compileWith(t, "import { invert } from 'lambda@1.0.0'\ncircuit('Top', { inputs: { a: bit }, outputs: { y: bit }, eval: invert })", Source{Modules: store})
	m, err := c.NewMachine(context.Background())
	require.NoError(t, err)
	b := &bench{t, c, m}
	b.expect("y", 1).set(map[string]uint64{"a": 1}).expect("y", 0)
}

// Missing packages are named, round by round, until they are there.
func TestNeeds_A198(t *testing.T) {
	store := modules.NewStore("https://modules.example")
	var rounds [][]string
	for {
		c := compileWith(t, "import { add } from 'tiny'\nconsole.log(add(1, 2))\ncircuit('A', {})", Source{Modules: store})
		if len(c.Needs) == 0 {
			require.Equal(t, []string{"3"}, c.Console)
			break
		}
		require.Empty(t, c.Diagnostics)
		require.Nil(t, c.Circuit)
		rounds = append(rounds, c.Needs)
		for _, path := range c.Needs {
			store.Put(modules.Answer{Path: path, Type: "application/javascript", Text: []byte(tinyModules[path])})
		}
	}
	require.Equal(t, [][]string{
		{"/tiny" + es2022}, {"/tiny@1.0.0" + es2022}, {"/tiny@1.0.0/es2022/tiny.mjs"}, {"/tiny@1.0.0/es2022/twice.mjs"},
	}, rounds)
}

func TestLockOfACompile_A196(t *testing.T) {
	text := "import { add } from 'tiny'\nadd(1, 2)\ncircuit('A', {})"
	first := compileWith(t, text, Source{})
	require.Equal(t, map[string]string{"tiny": "1.0.0"}, first.Lock.Packages)
	require.Len(t, first.Lock.Modules, 3)

	t.Run("a newer version is not taken", func(t *testing.T) {
		store := tinyHost()
		store.Put(modules.Answer{Path: "/tiny" + es2022, Type: "text/javascript", Text: []byte(`export * from "/tiny@2.0.0/es2022/tiny.mjs"`)})
		again := compileWith(t, text, Source{Modules: store, Lock: first.Lock})
		require.Empty(t, again.Diagnostics)
		require.Equal(t, first.Lock, again.Lock)
	})
	t.Run("other bytes are an error", func(t *testing.T) {
		for path := range first.Lock.Modules {
			store := tinyHost()
			store.Put(modules.Answer{Path: path, Type: "text/javascript", Text: []byte(tinyModules[path] + " ")})
			d := find(t, compileWith(t, text, Source{Modules: store, Lock: first.Lock}), circuit.CodeModuleLock)
			require.Contains(t, d.Suggestion, "forget the lock")
			require.Equal(t, 1, d.Line)
		}
	})
	t.Run("also when they were compiled before without a lock", func(t *testing.T) {
		store := tinyHost()
		store.Put(modules.Answer{Path: "/tiny@1.0.0/es2022/twice.mjs", Type: "text/javascript", Text: []byte("export const twice = (x) => 3 * x")})
		require.Empty(t, compileWith(t, text, Source{Modules: store}).Diagnostics)
		find(t, compileWith(t, text, Source{Modules: store, Lock: first.Lock}), circuit.CodeModuleLock)
	})
	t.Run("of another host the versions hold", func(t *testing.T) {
		other := &modules.Lock{Host: "https://other.example", Packages: first.Lock.Packages, Modules: map[string]string{"/tiny@1.0.0/es2022/tiny.mjs": strings.Repeat("A", 43)}}
		c := compileWith(t, text, Source{Lock: other})
		require.Empty(t, c.Diagnostics)
		require.Equal(t, first.Lock, c.Lock)
	})
}

// Nothing is granted unless it is said.
func TestCapabilities(t *testing.T) {
	for _, test := range []struct {
		capability circuit.Capability
		uses       []string
	}{
		{circuit.CapConsole, []string{"console.log(1)", "console.error(1)"}},
		{circuit.CapClock, []string{"Date.now()", "new Date()", "Date()", "performance.now()"}},
		{circuit.CapRandom, []string{"Math.random()", "crypto.getRandomValues(new Uint8Array(4))", "crypto.randomUUID()"}},
		{circuit.CapModules, []string{"import { add } from 'tiny'; add(1, 2)"}},
	} {
		for _, use := range test.uses {
			t.Run(string(test.capability)+" "+use, func(t *testing.T) {
				text := "const before = 1\n" + use + "\ncircuit('A', {})"
				var others circuit.Grants
				for _, c := range circuit.AllGrants() {
					if c != test.capability {
						others = append(others, c)
					}
				}
				for _, grants := range []circuit.Grants{{}, others} {
					c := compileWith(t, text, Source{Grants: grants})
					d := find(t, c, circuit.CodeDenied)
					require.Equal(t, 2, d.Line)
					require.Contains(t, d.Message, "'"+string(test.capability)+"' is not granted")
					require.Contains(t, d.Suggestion, "grant '"+string(test.capability)+"'")
				}
				require.Empty(t, compileWith(t, text, Source{}).Diagnostics)
			})
		}
	}
	// A package that needs no clock works without one.
	require.Empty(t, compileWith(t, "new Date(0).toISOString(); structuredClone(new Date(5))\ncircuit('A', {})", Source{Grants: circuit.Grants{}}).Diagnostics)
}
