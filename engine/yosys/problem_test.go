package yosys_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/yosys"
)

// A part that no circuit can have is refused with file, line and name.
func TestRefusals(t *testing.T) {
	module := func(ports, cells string) string {
		return `{"modules": {"top": {"attributes": {"src": "top.v:1.1-9.10", "top": "1"}, "ports": {` + ports +
			`}, "cells": {` + cells +
			`}, "netnames": {"y": {"bits": [9], "attributes": {"src": "top.v:2.10-2.11"}}}}}}`
	}
	const in, out = `"a": {"direction": "input", "bits": [2]}`, `"y": {"direction": "output", "bits": [9]}`
	cell := func(kind, connections string) string {
		return `"c": {"type": "` + kind + `", "attributes": {"src": "top.v:4.5-4.9"}, "connections": {` +
			connections + `}}`
	}
	for name, c := range map[string]struct{ netlist, problem string }{
		"no netlist": {`{}`, `the file has no "modules"`},
		"syntax":     {"{\n\"modules\": {\n]", "line 3"},
		"bit":        {module(`"a": {"direction": "input", "bits": ["q"]}`, ""), `"q" is no bit`},
		"direction":  {module(`"a": {"direction": "sideways", "bits": [2]}`, ""), `its direction is "sideways"`},
		"inout": {
			module(`"y": {"direction": "inout", "bits": [9]}`, ""),
			"top.v:2:10: module top: port y is an inout",
		},
		"third state": {
			module(in+","+out, cell("$tribuf", `"A": [2], "EN": [2], "Y": [9]`)),
			"top.v:4:5: module top: y is driven by a $tribuf cell: a circuit has no third state",
		},
		"z": {
			module(in+","+out, cell("$mux", `"A": ["z"], "B": [2], "S": [2], "Y": [9]`)),
			"top.v:4:5: module top: y: input A of its $mux is z",
		},
		"unknown cell": {
			module(in+","+out, cell("$magic", `"A": [2], "Y": [9]`)),
			"y is driven by a $magic cell: this cell is not supported",
		},
		"gates": {
			module(in+","+out, cell("$_AOI3_", `"A": [2], "Y": [9]`)),
			"comes from a synthesis to gates",
		},
		"missing module": {
			module(in+","+out, cell("sub", `"a": [2], "y": [9]`)),
			"top.v:4:5: module top: c is an instance of sub, which is in none of the files",
		},
		"unknown port": {
			`{"modules": {"sub": {"ports": {` + in + `}}, "top": {"attributes": {"top": "1"}, "ports": {` + in +
				`}, "cells": {` + cell("sub", `"b": [2]`) + `}}}}`,
			"top.v:4:5: module top: c is connected to a port b, which its module sub does not have; its ports are a",
		},
		"many connections": {
			`{"modules": {"sub": {"ports": {` + in + `}}, "top": {"attributes": {"top": "1"}, "ports": {` + in +
				`}, "cells": {` + cell("sub", `"a": [2], "$2": [2]`) + `}}}}`,
			"top.v:4:5: module top: c has 2 connections, but its module sub has 1 ports",
		},
		"itself": {module(in+","+out, cell("top", `"a": [2], "y": [9]`)), "it contains itself"},
		"driven twice": {module(in+`,"b": {"direction": "input", "bits": [9]},`+out,
			cell("$not", `"A": [2], "Y": [9]`)), "y is driven twice, by the input b and by c ($not)"},
		"missing port": {module(in+","+out, cell("$not", `"Y": [9]`)), "c ($not): port A is missing"},
		"sizes": {
			module(in+","+out, cell("$dff", `"CLK": [2], "D": [2, 2], "Q": [9]`)),
			"D has 2 bits and Q 1",
		},
		"several modules": {
			`{"modules": {"one": {"ports": {` + in + `}}, "two": {"ports": {` + in + `}}}}`,
			"several modules are part of no other: one, two; name one with --top",
		},
	} {
		t.Run(name, func(t *testing.T) {
			n, err := yosys.Decode([]byte(c.netlist))
			if err == nil {
				_, err = yosys.Import(n, yosys.Options{})
			}
			require.Error(t, err)
			require.Contains(t, err.Error(), c.problem)
		})
	}
}

// Undefined values become 0, and who depends on them is told.
func TestUndefinedValuesAreTold(t *testing.T) {
	n, err := yosys.Decode([]byte(`{"modules": {"top": {"ports": {"a": {"direction": "input", "bits": [2]}, "y": {"direction": "output", "bits": [9]},
		"z": {"direction": "output", "bits": [10]}},
		"cells": {"c": {"type": "$or", "attributes": {"src": "top.v:4.5-4.9"}, "connections": {"A": [2], "B": ["x"], "Y": [9]}}},
		"netnames": {"y": {"bits": [9]}, "z": {"bits": [10], "attributes": {"src": "top.v:3.3-3.4"}}}}}}`))
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	var told []string
	for _, w := range r.Warnings {
		told = append(told, w.String())
	}
	require.Equal(t, []string{
		"top.v:4:5: module top: y depends on an undefined value (x), which is 0 here",
		"top.v:3:3: module top: nothing drives z, which reads 0",
	}, told)
}

// A latch may be meant or forgotten.
func TestLatchesAreTold(t *testing.T) {
	n, err := yosys.Decode([]byte(`{"modules": {"top": {"ports": {"a": {"direction": "input", "bits": [2]}, "y": {"direction": "output", "bits": [9]}},
		"cells": {"c": {"type": "$dlatch", "attributes": {"src": "top.v:4.5-4.9"}, "connections": {"D": [2], "EN": [2], "Q": [9]}}},
		"netnames": {"y": {"bits": [9]}}}}}`))
	require.NoError(t, err)
	r, err := yosys.Import(n, yosys.Options{})
	require.NoError(t, err)
	require.Len(t, r.Warnings, 1)
	require.Equal(t, "top.v:4:5: module top: y is a latch: it keeps its value where no branch assigns it; "+
		"assign it in every branch if it should not", r.Warnings[0].String())
}

// Messages of Yosys keep their places, and some say what to do.
func TestMessages(t *testing.T) {
	log := "a.v:3: Warning: Identifier `\\x' is implicitly declared.\n" +
		"a.v:0: ERROR: Can't find object for defparam `V`!\n" +
		"input:0: ERROR: Can't find object for defparam `V`!\n" +
		"ERROR: Can't open include file `nothere.vh'!\n" +
		"b.v:7: ERROR: Unimplemented compiler directive or undefined macro `WIDTH.\n" +
		"b.v:9: ERROR: syntax error, unexpected ';'\n" +
		"c.v:0: ERROR: Can not open file `rom.hex` for \\$readmemh.\n" +
		"ERROR: Module `tap' not found!\n" +
		"Warning: Replacing memory \\rows with list of registers. See c.v:8, c.v:9\n" +
		"Warning: multiple conflicting drivers for top.\\y:\n" +
		"Warning: Wire top.\\z is used but has no driver.\n" +
		"Warning: found logic loop in module $paramod$edee9fa3c0b16dcedac9f73cd2fb78d330f85a92\\ring:\n" +
		"    cell $and$d.v:12$109 ($and)\n    wire $and$d.v:12$109_Y [0]\n    wire \\a [0]\n    wire \\a [1]\n    wire \\b\n"
	var got []string
	for _, m := range yosys.Messages(log) {
		got = append(got, m.String())
	}
	require.Equal(t, []string{
		"a.v:3: warning: Identifier `x' is implicitly declared.",
		"a.v: error: the module has no parameter V",
		"error: the module has no parameter V",
		"error: Can't open include file `nothere.vh'! Give it along with the other files, or its folder (-I of the command)",
		"b.v:7: error: Unimplemented compiler directive or undefined macro `WIDTH.: define the macro WIDTH (-D of the command), or give the file that does",
		"b.v:9: error: syntax error, unexpected ';'",
		"c.v: error: Can not open file `rom.hex` for \\$readmemh. It belongs beside the Verilog that names it, or among the files that are given",
		"error: there is no module tap",
		"c.v:8: warning: Replacing memory rows with list of registers",
		"d.v:12: warning: found logic loop in module ring, through a, b",
	}, got)
}
