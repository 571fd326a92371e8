// Package security keeps docs/security.md true: every test that its rows name exists.
package security

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rowForm is a row of the comparison: number, eight cells.
var rowForm = regexp.MustCompile(`^\| (\d+) \|(.*)\|$`)

// citation is a file and a text in it, most often the name of a test.
var citation = regexp.MustCompile("^`([^`]+)`: (.+)$")

// rows are the numbered points that sandboxes are compared by.
const rows = 95

func TestEveryRowIsHeldByATestThatExists(t *testing.T) {
	top := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(top, "docs", "security.md"))
	require.NoError(t, err)
	next := 1
	for _, line := range strings.Split(string(page), "\n") {
		row := rowForm.FindStringSubmatch(line)
		if row == nil {
			continue
		}
		require.Equal(t, strconv.Itoa(next), row[1], "rows stand in their order")
		next++
		cells := strings.Split(row[2], "|")
		require.Len(t, cells, 8, "row %s", row[1])
		ours, held := strings.TrimSpace(cells[6]), strings.TrimSpace(cells[7])
		require.NotEmpty(t, ours, "row %s", row[1])
		if held == "–" {
			require.False(t, strings.HasPrefix(ours, "yes:"), "row %s claims something and names no test", row[1])
			continue
		}
		for _, one := range strings.Split(held, "<br>") {
			cited := citation.FindStringSubmatch(strings.TrimSpace(one))
			require.NotNil(t, cited, "row %s: %s", row[1], one)
			content, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(cited[1])))
			require.NoError(t, err, "row %s", row[1])
			require.Contains(t, string(content), cited[2], "row %s: %s has no such test", row[1], cited[1])
		}
	}
	require.Equal(t, rows+1, next, "every row is there")
}
