package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/commands"
	"simten.dev/engine/protocol"
)

// fileQuestions are about a recorded wave that is open, which on the command line is an argument of other commands.
var fileQuestions = []string{"file", "differ", "convert"}

// ownCommands are questions that are a command with arguments of its own.
var ownCommands = []string{"export"}

// Each other question of the protocol is a command, and the other way round.
func TestQuestionsAreCommands(t *testing.T) {
	var fields, questions []string
	request := reflect.TypeFor[protocol.AskRequest]()
	for i := range request.NumField() {
		name, _, _ := strings.Cut(request.Field(i).Tag.Get("json"), ",")
		if !slices.Contains(fileQuestions, name) && !slices.Contains(ownCommands, name) {
			fields = append(fields, name)
		}
	}
	for _, c := range commands.Table {
		if c.Question {
			questions = append(questions, c.Name)
		}
	}
	require.Equal(t, questions, fields)
}

// A name is used once, and so is a key.
func TestCommandsAreTold(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commands.Table {
		for _, name := range append([]string{c.Name}, c.Keys...) {
			require.False(t, seen[name], name)
			seen[name] = true
		}
		require.NotEmpty(t, c.Summary, c.Name)
		for _, a := range c.Arguments {
			require.NotEmpty(t, a.Help, c.Name)
			require.True(t, a.Kind == commands.Switch || a.Value != "" || len(a.Choices) > 0, "%s --%s", c.Name, a.Name)
		}
	}
}
