package goja

import (
	"fmt"
	"strings"
)

// errorMessage is the message of an error that the interpreter throws. Objects are told by their class: fmt would run
// toString of the program, and print addresses of the host's memory where there is none.
func errorMessage(format string, args []interface{}) string {
	if len(args) == 0 {
		return strings.TrimSuffix(format, " %s") // two messages name nothing
	}
	shown := make([]interface{}, len(args))
	for i, arg := range args {
		switch a := arg.(type) {
		case *Object:
			shown[i] = "[object " + classOf(a.self) + "]"
		case objectImpl:
			shown[i] = "[object " + classOf(a) + "]"
		default:
			shown[i] = arg
		}
	}
	return fmt.Sprintf(format, shown...)
}

func classOf(o objectImpl) string {
	if _, proxy := o.(*proxyObject); proxy { // which may be revoked
		return classObject
	}
	return o.className()
}
