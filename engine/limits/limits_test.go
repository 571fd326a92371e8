package limits

import (
	"os"
	"reflect"
	"strings"
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

// The figures that docs/security.md names.
func TestTheDefaultsAreTheOnesThatAreTold(t *testing.T) {
	for name, c := range map[string]struct{ value, told int }{
		"run":              {Default.RunMilliseconds, 5_000},
		"memory":           {Default.MemoryMebibytes, 512},
		"source":           {Default.SourceBytes, 1 << 20},
		"message":          {Default.ResultBytes, 1 << 20},
		"reply":            {Default.MessageBytes, 16 << 20},
		"slots":            {Default.Slots, 32},
		"requests":         {Default.RequestsPerSecond, 1_000},
		"without progress": {Default.ReadyMilliseconds, 15_000},
	} {
		require.Equal(t, c.told, c.value, name)
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

// kept names the test that fails when a limit is no longer kept, by file below the top of the repository.
var kept = map[string][2]string{
	"runMilliseconds":    {"engine/sandbox/limits_test.go", "TestLimit_runMilliseconds"},
	"stepsPerCall":       {"engine/sandbox/limits_test.go", "TestLimit_stepsPerCall"},
	"callDepth":          {"engine/sandbox/limits_test.go", "TestLimit_callDepth"},
	"memoryMebibytes":    {"process/codes_test.go", "TestLimit_memoryMebibytes"},
	"sourceBytes":        {"engine/sandbox/limits_test.go", "TestLimit_sourceBytes"},
	"filesPerProgram":    {"engine/sandbox/project_test.go", "TestLimit_filesPerProgram"},
	"messageBytes":       {"process/codes_test.go", "TestLimit_messageBytes"},
	"resultBytes":        {"process/codes_test.go", "TestLimit_resultBytes"},
	"consoleCalls":       {"engine/sandbox/limits_test.go", "TestLimit_consoleCalls"},
	"consoleBytes":       {"engine/sandbox/limits_test.go", "TestLimit_consoleBytes"},
	"slots":              {"engine/session/session_test.go", "TestSlotsAreIndependentAndCounted"},
	"ticksPerRequest":    {"engine/protocol/decode_test.go", "tick of too much"},
	"circuitsPerFile":    {"engine/sandbox/limits_test.go", "TestLimit_circuitsPerFile"},
	"nodesPerCircuit":    {"engine/sandbox/limits_test.go", "TestLimit_nodesPerCircuit"},
	"stateBytes":         {"engine/sandbox/limits_test.go", "TestLimit_stateBytes"},
	"requestsPerSecond":  {"sandbox-site/src/supervisor/supervisor.test.ts", "in a flood are refused, and served again later"},
	"readyMilliseconds":  {"embed/client/src/sandbox.test.ts", "readyMilliseconds"},
	"maxModules":         {"engine/sandbox/limits_test.go", "TestLimit_maxModules"},
	"maxModuleBytes":     {"engine/sandbox/limits_test.go", "TestLimit_maxModuleBytes"},
	"moduleMilliseconds": {"process/codes_test.go", "TestLimit_moduleMilliseconds"},
	"shownStateBytes":    {"engine/session/exposure_test.go", "TestContentsOfFramesAreBounded"},
	"historyBytes":       {"engine/session/history_test.go", "TestThePastsOfAllSlotsShareTheirMemory"},
}

func TestEveryLimitIsKeptByATest(t *testing.T) {
	limits := reflect.TypeFor[Limits]()
	for i := range limits.NumField() {
		name := limits.Field(i).Tag.Get("json")
		where, ok := kept[name]
		require.True(t, ok, "no test is named for %s", name)
		text, err := os.ReadFile("../../" + where[0])
		require.NoError(t, err)
		require.True(t, strings.Contains(string(text), where[1]), "%s is not in %s", where[1], where[0])
	}
	require.Len(t, kept, limits.NumField())
}
