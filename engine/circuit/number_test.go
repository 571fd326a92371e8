package circuit

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The page reads typed numbers with the same table.
func TestTypedNumbersOfTheTable(t *testing.T) {
	var table struct {
		Numbers []struct {
			Text  string
			Width int
			Value string
		}
		Refused []struct{ Text, Says string }
	}
	content, err := os.ReadFile("testdata/numbers.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &table))
	for _, c := range table.Numbers {
		x, err := ParseNumber(c.Text)
		require.NoError(t, err, c.Text)
		require.Equal(t, c.Value, x.In(c.Width).String(), c.Text)
		var read Number
		text, _ := json.Marshal(c.Text)
		require.NoError(t, json.Unmarshal(text, &read))
		require.Equal(t, c.Value, read.In(c.Width).String(), "as a text in JSON")
	}
	for _, c := range table.Refused {
		_, err := ParseNumber(c.Text)
		require.EqualError(t, err, c.Says)
	}
	_, err = ParseNumber(strings.Repeat("9", 100_000))
	require.ErrorContains(t, err, "has 100000 digits")
	require.Less(t, len(err.Error()), 300)
}

func TestNumbersOfJSON(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "300": "44", "-1": "255", "5.0": "5", "1e2": "100", "1.5e1": "15", "100e-2": "1", "-0": "0", "0e99999999999": "0",
		"18446744073709551615": "255", "true": "1", "false": "0", `"0xff"`: "255", `"\u0035"`: "5",
	} {
		var x Number
		require.NoError(t, json.Unmarshal([]byte(text), &x), text)
		require.Equal(t, want, x.In(8).String(), text)
	}
	for text, says := range map[string]string{
		"3.7":             "3.7 is not a whole number. It has to be whole. Write 3 or 4.",
		"1e-1":            "1e-1 is not a whole number. It has to be whole. Write 0 or 1.",
		"1e999999999":     "1e999999999 is too large. At most 65536 bits can be held.",
		"1e9999999999999": "1e9999999999999 is too large. At most 65536 bits can be held.",
		"1e-999999999999": "1e-999999999999 is not a whole number. Write 0.",
		"[1]":             "A list is not a number. " + ExampleNumbers,
		"{}":              "An object is not a number. " + ExampleNumbers,
		`"ff"`:            "ff is not a number. Write 0xff.",
		"null":            "null is not a number. Leave the name out to keep its value, or write 0 for it.",
	} {
		var x Number
		require.EqualError(t, x.UnmarshalJSON([]byte(text)), says)
	}
}

func TestNumbersOfJavaScript(t *testing.T) {
	for f, want := range map[float64]string{0: "0", math.Copysign(0, -1): "0", -1: "18446744073709551615", 1 << 60: "1152921504606846976", 1e300: "0"} {
		x, err := FromFloat(f)
		require.NoError(t, err)
		require.Equal(t, want, x.In(64).String())
	}
	for f, says := range map[float64]string{
		3.7: "3.7 is not a whole number. It has to be whole. Write 3 or 4.", math.Inf(-1): "-Infinity is not a whole number. " + ExampleNumbers,
	} {
		_, err := FromFloat(f)
		require.EqualError(t, err, says)
	}
	_, err := FromFloat(math.NaN())
	require.EqualError(t, err, "NaN is not a whole number. "+ExampleNumbers)
}

// Every way in cuts alike.
func TestNumbersAreCutToTheirLowerBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.Int64().Draw(t, "n"), rapid.IntRange(1, 130).Draw(t, "width")
		want := FromBig(big.NewInt(n), width)
		typed, err := ParseNumber(big.NewInt(n).String())
		require.NoError(t, err)
		var read Number
		require.NoError(t, json.Unmarshal([]byte(big.NewInt(n).String()), &read))
		given := FromBigInt(big.NewInt(n))
		for _, x := range []Number{typed, read, given} {
			require.True(t, want.Equal(x.In(width)))
			require.True(t, x.In(width).Fits(width))
		}
	})
}

func FuzzNumber(f *testing.F) {
	f.Add("0x1_f")
	f.Add("8'hff")
	f.Fuzz(func(t *testing.T, text string) {
		if x, err := ParseNumber(text); err == nil {
			again, err := ParseNumber(x.n.String())
			require.NoError(t, err)
			require.Zero(t, again.n.Cmp(&x.n))
		} else {
			require.Less(t, len(err.Error()), 500)
		}
		if json.Valid([]byte(text)) {
			var x Number
			_ = json.Unmarshal([]byte(text), &x)
		}
	})
}

func TestCut(t *testing.T) {
	require.Equal(t, "short", Cut("short", 10))
	long := strings.Repeat("é", 40_000)
	cut := Cut(long, 100)
	require.Contains(t, cut, " more characters)…")
	require.Less(t, len(cut), 160)
	require.True(t, strings.HasPrefix(cut, "éé") && strings.HasSuffix(cut, "éé"))
	message := "Invalid regular expression: /" + strings.Repeat("a", 80_000) + "/: it is too long"
	require.Less(t, len(CutMessage(message)), 400)
	require.True(t, strings.HasSuffix(CutMessage(message), "/: it is too long"))
	require.Less(t, len(CutMessage(strings.Repeat("word ", 20_000))), 2_200)
	require.Equal(t, "a sentence\nof two lines", CutMessage("a sentence\nof two lines"))
}
