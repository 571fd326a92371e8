// Package grammar writes random JavaScript programs. A seed and an index go in; a Program comes out, which is the same
// for the same two numbers. Programs end by construction: loops are counted, functions call only what was declared
// before them, and every function body and loop round takes one of a fixed number of steps ($t in prelude.js).
//
// A program observes itself: it calls log(…) with values, of which the prelude writes down everything that the
// language defines: -0, holes, the order of properties, names of errors. Messages of errors are left out unless the
// program gave them, because the language does not define them.
//
// # Adding a rule
//
// A rule is a function that takes the generator and gives a tree. Write it into the file of its subject, with g.expr
// or g.stmt, whose format puts sub-trees where it has %s, and enter it into the table of its kind: statements
// (rules.go), numbers, texts, booleans, bigints, lists, objects or anything (values.go). The weight beside it says how
// often it is chosen. Make what it does visible with log, keep its loops counted, begin each function body and loop
// body with $t(), and use only what the reference's Node has. Where the reference lacks something, g.alternative
// writes the program differently for the two sides. Everything in a tree can be removed by the shrinker, so a rule
// need not care about it.
package grammar
