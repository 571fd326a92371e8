package domain

import (
	"simten.dev/engine/word"
)

// Lowering is the lowering of one lambda, as far as this package knows it.
type Lowering struct {
	Contents
	Interpreter
	Heap
	Origins
	Exits
	Limits

	B     *word.Builder
	Loops *Loops // how loops are lowered whose end depends on values
	Marks *Marks // nil: nobody asks for them
	Work  Work   // nil: nobody asks for it
}

// Heap is what is known of objects and variables, whatever the path.
type Heap struct {
	CellCount int                   // variables made so far
	Objects   int                   // objects made so far
	Fixed     map[int]bool          // objects that may not change; see Unify
	Frozen    map[int]bool          // objects that Object.freeze was given
	Lengths   map[word.ID][]word.ID // of arrays, and the bits that say what is in them
	Among     int                   // a list is changed that is one of so many
	Strays    bool                  // a list may have been changed at a negative index
	Memories  []*MemoryField

	Joins     *Joins             // how choices between objects are lowered
	StoodFor  map[int]bool       // the fixed objects that another one stands for
	StandsFor map[int][]Origin   // what each of the others stands for, all of it
	StandIns  map[int][]int      // which ones stand for an object
	Images    map[word.ID]uint64 // values that are all cells of a memory, and which part of it; see gather
}

// Name notes that a variable has been declared with a value.
func (l *Lowering) Name(v Value, name string) {
	id := word.None
	switch v := v.(type) {
	case BoolValue:
		id = v.ID
	case IntValue:
		id = v.ID
	}
	if id == word.None || l.Named[id] != "" {
		return
	}
	if l.Named == nil {
		l.Named = map[word.ID]string{}
	}
	l.Named[id] = name
}

// Contents says what objects and memory cells hold that are not on the heap of the lambda: functions of the packages
// above, which read them.
type Contents struct {
	// FromData is a value of circuit data, such as an item of a constant list.
	FromData func(data any) Value
	// HeldAt is what a memory cell holds before write i of its log.
	HeldAt func(o *Object, i int) (data, sign word.ID)
}

// Limits is the work that lowering takes.
type Limits struct {
	Steps, Max  int
	NumberOrNot int // how many alternatives a value has had that was a number or none; see mixedNumbers
}

// Origins is what operations of the graph were made for.
type Origins struct {
	Decided    map[word.ID]*Decision
	Remainders map[word.ID]word.ID // 1 + the divisor that an operation is a remainder by
	Signed     map[word.ID]Stored  // numbers of fields that are seen with their sign, by their operation; the sign is that of negative ones only
	Named      map[word.ID]string  // operations that are the values of variables, which a reader of the result knows
}

// Interpreter is what constants are computed with, so that they are those of a lambda that runs as it is written:
// functions of the interpreter of the language, which package capture knows.
type Interpreter struct {
	// NumberOf is ToNumber of a text.
	NumberOf func(text string) float64
	// Power is x ** y of finite numbers, and Log2 is Math.log2.
	Power func(x, y float64) float64
	Log2  func(x float64) float64
}
