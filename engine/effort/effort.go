// Package effort counts work that user code causes in packages of others, where no check of the fuel stands: matching
// regular expressions. The calls are put into those packages when the WebAssembly module is built (wasm/build); in
// other programs nothing calls it.
//
// It is for programs with one thread.
package effort

// spender is told of work, in units of about 50 ns in WebAssembly. It may panic to end the work.
var spender func(units int)

// counted is work that was not told yet.
var counted int

// stepCost is what a step of the backtracking matcher takes: about 200 ns in WebAssembly, and some room.
const stepCost = 5

// portion is how much is told at a time.
const portion = 1 << 12

// To sends what is counted from now on to f, which may be nil, and returns where it went before.
func To(f func(units int)) (before func(units int)) {
	before, spender, counted = spender, f, 0
	return before
}

// Step counts one step of a backtracking matcher that has passed over some characters since the last one.
func Step(characters int) {
	if characters < 0 {
		characters = -characters
	}
	spend(stepCost + characters>>4)
}

// Match counts what a match of a pattern in a text of so many characters takes at most when the matcher looks at each
// character once (linear), else what it takes to prepare the text.
func Match(pattern string, characters int, linear bool) {
	if !linear {
		spend(characters >> 4)
		return
	}
	// The matcher follows all states of the pattern at once, and a repetition has as many as it has rounds.
	spend(int(int64(characters) * int64(16+States(pattern)) >> 4))
}

func spend(units int) {
	if counted += units; counted < portion || spender == nil {
		return
	}
	n := counted
	counted = 0
	spender(n)
}

// most bounds States: a pattern that would have more is refused when it is compiled.
const most = 1 << 20

// States is about how many states a pattern has, not less: its length times its counted repetitions.
func States(pattern string) int {
	product := 1
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			largest, n := 0, 0
			for i++; i < len(pattern) && (pattern[i] >= '0' && pattern[i] <= '9' || pattern[i] == ','); i++ {
				if pattern[i] == ',' {
					n = 0
					continue
				}
				n = min(n*10+int(pattern[i]-'0'), most)
				largest = max(largest, n)
			}
			product = min(product*max(1, largest), most)
		}
	}
	return min(len(pattern)*product, most)
}
