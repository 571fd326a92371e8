package circuit

import "fmt"

// WantedResult is what a lambda must return, for messages: eval an object with outputs, of which the first one is the
// example, onTick the next state.
func WantedResult(tick bool, firstOutput string) string {
	switch {
	case tick:
		return "an object with the next state"
	case firstOutput == "":
		return "an object with the outputs, such as {}"
	}
	return "an object with the outputs, such as { " + firstOutput + ": 1 }"
}

// BadResult is the end of the message for a lambda that has returned something unusable, of the given kind, and what to
// do about it.
func BadResult(kind, wanted string) (text, advice string) {
	if kind == "undefined" {
		advice = "An arrow function with braces needs a return, or parentheses around the object: => ({ … })."
	}
	return fmt.Sprintf("returned %s. It must return %s.", kind, wanted), advice
}
