package limits

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryLimitHasADefault(t *testing.T) {
	require.Equal(t, Default, Limits{}.Fill(), "Fill knows every field")
	v := reflect.ValueOf(Default)
	for i := range v.NumField() {
		require.Positive(t, v.Field(i).Int(), v.Type().Field(i).Name)
	}
}

func TestFillKeepsWhatIsSet(t *testing.T) {
	var l Limits
	v := reflect.ValueOf(&l).Elem()
	for i := range v.NumField() {
		v.Field(i).SetInt(int64(i + 1))
	}
	require.Equal(t, l, l.Fill())
	l.MemoryMebibytes = -1
	require.Equal(t, Default.MemoryMebibytes, l.Fill().MemoryMebibytes)
}
