package examples

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/grade"
	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/std"
)

// step is the level.json of a step.
type step struct {
	Title   string   `json:"title"`
	Line    string   `json:"line"`
	Chapter string   `json:"chapter"`
	Parts   []string `json:"parts"`
	Lambdas bool     `json:"lambdas"`
	Hint    string   `json:"hint"`
	Par     struct {
		Gates  int `json:"gates"`
		Depth  int `json:"depth"`
		Cycles int `json:"cycles"`
	} `json:"par"`
}

// circuitFence is a live circuit in the text of a lesson.
var circuitFence = regexp.MustCompile("(?s)```circuit[^\\n]*\\n(.*?)\\n```")

// pathLength is how many steps the path has.
const pathLength = 20

// TestLearningPath grades every step: its solution passes within par, and what a learner starts from does not pass.
func TestLearningPath(t *testing.T) {
	folders, err := filepath.Glob("learn/*")
	require.NoError(t, err)
	require.Len(t, folders, pathLength)
	names := std.Names()
	for i, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			require.True(t, strings.HasPrefix(filepath.Base(folder), fmt.Sprintf("%02d-", i+1)), "steps are numbered")
			read := func(name string) string {
				text, err := os.ReadFile(filepath.Join(folder, name))
				require.NoError(t, err)
				return string(text)
			}
			var words step
			decoder := json.NewDecoder(strings.NewReader(read("level.json")))
			decoder.DisallowUnknownFields()
			require.NoError(t, decoder.Decode(&words))
			for _, text := range []string{words.Title, words.Line, words.Chapter, words.Hint} {
				require.NotEmpty(t, text)
			}
			for _, part := range words.Parts {
				require.True(t, slices.Contains(names, part), part)
			}
			level := grade.Level{Tests: read("level.test.ts"), Parts: words.Parts, Lambdas: words.Lambdas}
			judge := func(text string) *grade.Report {
				r, err := grade.Grade(t.Context(), level, text, sandbox.LimitsOf(limits.Default), nil)
				require.NoError(t, err)
				return r
			}
			solution := judge(read("solution.ts"))
			require.Equal(t, grade.Passed, solution.Verdict, "%+v", solution)
			within := func(n, par int) bool { return par == 0 || n <= par }
			require.True(t, within(solution.Gates, words.Par.Gates) && within(solution.Depth, words.Par.Depth) && within(solution.Cycles, words.Par.Cycles),
				"gates %d, depth %d, cycles %d", solution.Gates, solution.Depth, solution.Cycles)
			starter := judge(read("starter.ts"))
			require.Equal(t, grade.Failed, starter.Verdict, "%+v", starter)
			for _, live := range circuitFence.FindAllStringSubmatch(read("lesson.md"), -1) {
				compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: live[1], Harness: true}, sandbox.Limits{})
				require.NoError(t, err)
				for _, d := range compiled.Diagnostics {
					require.NotEqual(t, circuit.Error, d.Severity, "%s", d.Message)
					if d.Code != circuit.CodeLoop { // a latch is one
						require.NotEqual(t, circuit.Warning, d.Severity, "%s", d.Message)
					}
				}
				compiled.Close()
			}
		})
	}
}
