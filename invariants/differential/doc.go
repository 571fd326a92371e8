// Command differential runs random programs in Node, in the native engine and in the WebAssembly module as built, and
// shows where they differ, each program reduced to a small one.
//
//	go run ./invariants/differential [-n 2000] [-seed S] [-from I] [-module build/wasm] [-batch 100]
//	go run ./invariants/differential -show -seed S -from I
//
// A seed and an index come in; package grammar makes a program of them, the same every time. Programs run in batches:
// as one circuit file, which goes the road of every circuit (engine/source, engine/realm, engine/sandbox,
// engine/session), natively and as a message to the module; and one by one in Node, which is the reference. A
// program's observations come out (scripts/prelude.js writes values down), and every line in which they differ from
// the reference's is a difference. A file that is refused is halved until the program is found that is to blame.
//
// The reference is the machine's Node, which is a few years behind the language. The grammar keeps to what it has, or
// writes the program in other words for it (`using`).
//
// To test more of the language, add a rule to package grammar; its documentation says how.
package main
