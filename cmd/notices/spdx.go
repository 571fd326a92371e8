package main

import "strings"

// known are the licences by words that only they have, as SPDX calls them. The first that fits counts.
var known = []struct {
	id    string
	words []string
}{
	{"Apache-2.0", []string{"Apache License", "Version 2.0"}},
	{"EPL-2.0", []string{"Eclipse Public License - v 2.0"}},
	{"MPL-2.0", []string{"Mozilla Public License Version 2.0"}},
	{"OFL-1.1", []string{"SIL OPEN FONT LICENSE", "Version 1.1"}},
	{"BSD-3-Clause", []string{"Redistributions of source code must retain", "Neither the name"}},
	{"BSD-3-Clause", []string{"Redistributions of source code must retain", "may not be used to endorse"}},
	{"BSD-2-Clause", []string{"Redistributions of source code must retain", "Redistributions in binary form"}},
	{"MIT", []string{"Permission is hereby granted, free of charge", "The above copyright notice and this permission notice"}},
	{"ISC", []string{"Permission to use, copy, modify, and/or distribute"}},
	{"ISC", []string{"Permission to use, copy, modify, and distribute this software for any purpose with or without fee"}},
}

// asksForSource reports a licence that asks a distributor of a program to say where its source code is.
func asksForSource(licence string) bool {
	for _, id := range strings.Fields(licence) {
		if id == "EPL-2.0" || id == "MPL-2.0" {
			return true
		}
	}
	return false
}

// identify is the SPDX identifier of a licence, "" for one that is not known.
func identify(licence string) string {
	licence = strings.Join(strings.Fields(licence), " ")
	for _, k := range known {
		fits := true
		for _, w := range k.words {
			fits = fits && strings.Contains(licence, w)
		}
		if fits {
			return k.id
		}
	}
	return ""
}
