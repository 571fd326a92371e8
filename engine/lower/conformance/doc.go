// Package conformance tests that lambdas compile to what they mean, where several packages of the lowering do that
// together: it has tests only. Tests of one package lie beside it.
//
// Each test is a table of lambdas, or a generator of random ones. A lambda is lowered, synthesised and run by the
// netlist interpreter beside the closure that it is; both are driven by the same random inputs, and all that can be
// seen must be equal. Most tests also demand that there is no hint, so that a lambda which is no longer compiled
// fails. The backends are compared with each other on the same circuits (backends_test.go, tier_test.go). A newcomer
// adds a row to the table of the idiom's kind; builtin/everyday_test.go has the form.
package conformance
