// Package heap is the objects and lists of a lambda: how they change, and how the heaps of two paths become one.
//
// An Object is immutable, so that paths can share it: a change makes a new one. Merge makes one state of two paths. A
// list whose length depends on values has a presence mask (presence.go), one that is changed at an unknown index is
// packed into one value (packed.go), a property of many records is a column (column.go), and objects that look alike
// are one (scalar_replacement.go, change.go). A new form of lists is a file here, with its case in MergeArrays.
package heap
