package regexp2

// Effort is told of the work of matching, so that a program that runs expressions of strangers can end a match that
// takes too long, by what was done and not by the time that passed. It is for one match at a time.
type Effort struct {
	spend   func(units int)
	counted int // work that spend was not told of yet
}

const (
	// stepCost is the units of a step of the backtracking matcher. A unit is about 50 ns in WebAssembly: a step takes
	// about 200 ns there, and some room.
	stepCost = 5
	// portion is how many units are told at a time.
	portion = 1 << 12
	// maxStates bounds States: an expression that would have more is refused when it is compiled.
	maxStates = 1 << 20
)

// To sends what is counted from now on to spend, which may panic to end a match. With nil nothing is counted.
func (e *Effort) To(spend func(units int)) { e.spend, e.counted = spend, 0 }

// step counts one step of a matcher that has passed over some characters since the last one.
func (e *Effort) step(characters int) {
	if e == nil {
		return
	}
	if characters < 0 {
		characters = -characters
	}
	e.add(stepCost + characters>>4)
}

// Match counts what a match of an expression in a text of so many characters takes at most when the matcher looks at
// each character once (linear), else what it takes to prepare the text.
func (e *Effort) Match(expression string, characters int, linear bool) {
	switch {
	case e == nil || e.spend == nil:
	case linear:
		// The matcher follows all states of the expression at once, and a repetition has as many as it has rounds.
		e.add(int(int64(characters) * int64(16+States(expression)) >> 4))
	default:
		e.add(characters >> 4)
	}
}

func (e *Effort) add(units int) {
	if e.counted += units; e.counted < portion || e.spend == nil {
		return
	}
	n := e.counted
	e.counted = 0
	e.spend(n)
}

// Counting is the expression whose matches are counted. It shares all else with this one.
func (re *Regexp) Counting(e *Effort) *Regexp {
	counting := *re
	counting.effort = e
	return &counting
}

// States is about how many states an expression has, not less: its length times its counted repetitions.
func States(expression string) int {
	product := 1
	for i := 0; i < len(expression); i++ {
		switch expression[i] {
		case '\\':
			i++
		case '{':
			largest, n := 0, 0
			for i++; i < len(expression) && (expression[i] >= '0' && expression[i] <= '9' || expression[i] == ','); i++ {
				if expression[i] == ',' {
					n = 0
					continue
				}
				n = min(n*10+int(expression[i]-'0'), maxStates)
				largest = max(largest, n)
			}
			product = min(product*max(1, largest), maxStates)
		}
	}
	return min(len(expression)*product, maxStates)
}
