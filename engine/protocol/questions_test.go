package protocol

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryQuestionIsLookedAt: a question of each kind that says nothing is taken, or refused with the name of a field
// of its own, and never met with the checks of another kind.
func TestEveryQuestionIsLookedAt(t *testing.T) {
	fields := reflect.TypeFor[AskRequest]()
	for i := range fields.NumField() {
		var ask AskRequest
		reflect.ValueOf(&ask).Elem().Field(i).Set(reflect.New(fields.Field(i).Type.Elem()))
		name := fields.Field(i).Name
		require.NotPanics(t, func() {
			if err := ask.validate(DefaultLimits); err != nil {
				require.Contains(t, err.Message, "ask."+strings.ToLower(name), name)
			}
		}, name)
	}
}
