// Package loop lowers loops. The form that a loop gets is decided in files that are named after the question:
//
//   - unroll_or_keep.go: is it unrolled, or one operation of the netlist with any number of rounds (word.Repeat)?
//   - find_first.go: does it look for a round in which something is done once?
//   - variable_start.go: does it begin at a number that depends on values, and is one of known numbers otherwise?
//   - trip_count.go: what in its test counts, and does a list that it waits for grow for ever?
//   - never_ends.go: does unrolling never see its end?
//
// trial.go goes back to where one form was tried. unroll.go runs rounds one by one. A loop operation is the region of
// a round with the values that it carries: operation.go finds their ranges, shape.go and loop_carried.go say what they
// can be, induction.go how far they go, operation_body.go makes the body, and returned.go has what the function returns
// in it. Bodies are run by Runner. jump.go and statements.go have what leaves loops, and the paths that go on.
package loop
