// Command differential runs random programs in Node, in the native engine and in the WebAssembly module as built,
// and shows where they differ, each program reduced to a small one. It also runs the language's own suite.
//
//	go run ./invariants/differential [-n 2000] [-seed S] [-from I] [-module build/wasm] [-batch 100] [-reduce=false]
//	go run ./invariants/differential -lambdas [-n 2000] [-seed S]
//	go run ./invariants/differential -circuits [-n 2000] [-seed S]
//	go run ./invariants/differential -show -seed S -from I
//	go run ./invariants/differential -test262 DIR [-only built-ins/Map] [-update FILE]
//
// # Programs
//
// A seed and an index come in; package grammar makes a program of them, the same every time. Programs run in
// batches: as one circuit file, which goes the road of every circuit (engine/source, engine/realm, engine/sandbox,
// engine/session), natively and as a message to the module; and one by one in Node, which is the reference. A
// program's observations come out (scripts/prelude.js writes values down), and every line in which they differ from
// the reference's is a difference. A file that is refused is divided until the program is found that is to blame.
//
// The reference is the machine's Node, which is a few years behind the language. The grammar keeps to what it has,
// or writes the program in other words for it (`using`). exceptions.go lists the differences that are known, with
// reasons.
//
// # Lambdas
//
// The second family are lambdas of circuits that compute numbers and bigints. Each is the eval of a circuit that
// runs on all backends: closures, the netlist in the interpreter, the netlist as WebAssembly. The reference calls
// the lambda in Node, with values as docs/language.md says that they arrive (scripts/lambda.js).
//
// # Circuits
//
// The third family are whole circuit files (grammar/design.go): primitives with registers, memories and texts as
// state, a factory, composites. Their lambdas use lists, records, classes, maps, tables and loops, and write several
// fields under one condition. The reference is a model of circuits in JavaScript (scripts/design.js), written after
// docs/language.md: it calls all lambdas until nothing changes, and shares nothing with the engine. Outputs are
// compared before and after each edge, states every fifth cycle. `make test` runs 2,000 of them; before a release:
//
//	go run ./invariants/differential -circuits -n 100000 -seed 1
//
// # The language's suite
//
// A checkout of github.com/tc39/test262 comes in; every test of its folders language and built-ins that applies to
// circuit files runs natively. testdata/test262.txt lists the tests that fail, under the reason; the run fails when
// another one does. reasons.go gives the reasons, otherFeatures in test262.go says what does not apply. Nothing of
// the suite is in this repository. `go test` runs it when SIMTEN_TEST262 names the folder.
//
// The list is of the suite's commit be13516fb644: of 38,053 tests that apply, 34085 pass and 3968 fail, 371 of them by
// defects that are open, the others by what is left out on purpose, not supported, or newer than the language version.
//
// # More of the language
//
// To test more of the language, add a rule to package grammar; its documentation says how.
package main
