// Package loop lowers loops: unrolled, as one operation of the netlist with any number of rounds (word.Repeat), as a
// search that does its body once, or from a start that depends on values. It decides which, runs bodies by Runner, and
// has what leaves loops: jumps and the paths that they take.
package loop
