package domain

import "simten.dev/engine/word"

// Contents says what objects and memory cells hold that are not on the heap of the lambda: functions of the packages
// above, which read them.
type Contents struct {
	// FromData is a value of circuit data, such as an item of a constant list.
	FromData func(data any) Value
	// HeldAt is what a memory cell holds before write i of its log.
	HeldAt func(o *Object, i int) (data, sign word.ID)
}
