// Package source turns the TypeScript text of one circuit file into one plain strict-mode script
// for the interpreter, and keeps the way back from every position in it to the user's text.
//
// The text goes through a token-level pre-check (limits that protect the two parsers), esbuild
// (types away, imports and exports lowered) and goja's parser. On the parsed program it resolves
// scopes, checks imports, and inserts two things as text: fuel checks in every loop and function, and
// the identity of every `eval` and `onTick` function (see [Function]).
package source
