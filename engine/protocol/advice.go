package protocol

// ErrorCodes lists every code, in the order of the documentation.
var ErrorCodes = []ErrorCode{
	ErrTimeout, ErrMemory, ErrSyntax, ErrRuntime, ErrOutputTooLarge, ErrInvalidCode,
	ErrInvalidRequest, ErrUnavailable, ErrAborted, ErrPayloadTooLarge, ErrDenied, ErrOverloaded,
}

// Advice is what to do next when an Error of this code carries no closer advice of its own.
func (c ErrorCode) Advice() string { return advice[c] }

var advice = map[ErrorCode]string{
	ErrTimeout:         "Look for a loop without an end, or ask for fewer cycles at once.",
	ErrMemory:          "Make memories, arrays or strings smaller; build a large circuit of parts that are used many times.",
	ErrSyntax:          "Correct the text at the place shown.",
	ErrRuntime:         "Correct the code at the place shown; the circuit stands before the step that failed.",
	ErrOutputTooLarge:  "Ask for less at once: a smaller circuit, or fewer memories in one snapshot.",
	ErrInvalidCode:     "Use what the language offers in place of the construct shown.",
	ErrInvalidRequest:  "Correct the request; the message names the field or the name that is wrong.",
	ErrUnavailable:     "Check that the sandbox origin can be reached and is not blocked, then try again.",
	ErrAborted:         "Send the request again if its result is still wanted.",
	ErrPayloadTooLarge: "Send less: the message names the limit.",
	ErrDenied:          "Ask the page's owner to grant it, or do without.",
	ErrOverloaded:      "Send fewer requests, or dispose of slots that are no longer shown.",
}

// NewError makes an Error with the code's general advice.
func NewError(code ErrorCode, message string) *Error {
	return &Error{Code: code, Message: message, Advice: code.Advice()}
}
