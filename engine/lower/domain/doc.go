// Package domain is the abstract values of the lowering: what is known of the values of a lambda, and of the state of a
// path.
//
// A Value has a type, numbers also a range, and an operation of the graph that computes it. Values of several types are
// choices, whose alternatives conditions select. A State is one path: its variables, its heap and the condition under
// which it is taken; package heap merges two. An Object is immutable, so that paths can share it: a change makes a
// new one. Lists whose length depends on values have a presence mask, a bit for each item.
//
// Each package of the lowering adds its part to Lowering: its methods, and the fields that only it and those above it
// need. README.md in the folder above has their order.
package domain
