package wasmgen

import "simten.dev/engine/work"

// tuning are the sizes that were found by measurement; see docs/performance/generated-code.md.
type tuning struct {
	functionOps    int    // operations of one function
	farUses        uint32 // after so many other uses a value that stands in memory, too, is read again and not kept in a local
	readsTwice     bool   // the compiler makes two reads of one that might trap; see banks.go
	fixedOps       int    // in a step of so many operations, and beside sweeps, the banks stay where they are; never when it is 0
	wholeOps       int    // a step of up to so many operations is one function
	holdCost       int    // operations that a branch spares for each register that keeps its value on one of its sides
	outliving      int    // up to so many values that writes need stay in locals after the branch in which they are computed
	inPlace        bool   // registers that keep their value on some ways have one place
	localRegisters int    // up to so many registers live in locals during a run
	// holding is up to how many of these may be registers that keep their values on some ways: others are cheaper in
	// memory, where they have one place and only what changes is stored. Any number when it is 0.
	holding    int
	regionCost int // registers with one condition share a branch when its sides cost at least so many operations
	partCost   int // the same for multiplexers within expressions
	cases      int // a switch of so many cases is a jump through a table
	// jumpGain is what part of the operations must be left for switches with all their results to be worth it: jumps are
	// harder to foresee than branches. Where 0.9 and more was left, processors ran at 0.7 to 1.0 of their speed; where it
	// was 0.8 and less, at 1.1 to 2.8.
	jumpGain   float64
	branchCost int // a multiplexer branches when its sides cost at least so many operations

	sweepOps     int  // from so many operations on sweeps are considered; never when it is negative
	tableOps     int  // from so many operations on sweeps may go through tables
	sweepVector  int  // so many operations side by side are computed as vectors
	sweepTable   int  // so many other operations of one shape and level go through a table, fewer are written out
	noSelections bool // choices among many values are multiplexers

	// checksBounds says that the compiler compares addresses with the size of the memory in code, unless it knows of a
	// larger one that was compared. Of a local it forgets that where ways meet, unless the local is set there (banks.go).
	checksBounds bool
	repeats      bool // conditions are computed where they are needed
	rounds       bool // wide registers change in place; see repeat.go
	sweepAlways  bool // also where straight-line code is estimated to be faster

	tell  func(part float64) // is told how much is generated; may be nil
	pause work.Pause
}

// forBrowsers are the sizes for V8, forWazero those for wazero; see docs/performance/generated-code.md.
var (
	forBrowsers = func() tuning {
		t := forWazero
		t.readsTwice, t.fixedOps, t.checksBounds = true, 3000, false
		return t
	}()
	forWazero = tuning{
		functionOps: 2500, wholeOps: 4000, farUses: 128, outliving: 24, inPlace: true, holdCost: 5, localRegisters: 24, holding: 6, branchCost: 12, regionCost: 14, partCost: 20,
		cases: 5, jumpGain: 0.8, sweepOps: 1_000, tableOps: 50_000, sweepVector: 12, sweepTable: 4, repeats: true, checksBounds: true,
	}
)
