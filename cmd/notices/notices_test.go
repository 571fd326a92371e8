package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

func TestIdentify(t *testing.T) {
	for words, want := range map[string]string{
		"Permission is hereby granted, free of\n charge, to any person … The above copyright notice and this permission\nnotice shall be": "MIT",
		"Redistributions of source code must retain … Redistributions in binary form … Neither the name of Google":                        "BSD-3-Clause",
		"Redistributions of source code must retain … Redistributions in binary form":                                                     "BSD-2-Clause",
		"Permission to use, copy, modify, and distribute this software for any\npurpose with or without fee is hereby granted":            "ISC",
		"Apache License\n   Version 2.0, January 2004":                                                                                    "Apache-2.0",
		"All rights reserved.": "",
	} {
		require.Equal(t, want, identify(words))
	}
}

func TestModulesOfTheProgramsHaveLicences(t *testing.T) {
	for _, program := range []struct {
		folder string
		env    []string
		want   []string
	}{
		{"./cmd/simten", nil, []string{"github.com/dop251/goja", "github.com/tetratelabs/wazero", "std"}},
		{"./wasm", []string{"GOOS=js", "GOARCH=wasm"}, []string{"github.com/dop251/goja", "github.com/evanw/esbuild", "std"}},
	} {
		list, err := goModules(t.Context(), root, program.folder, program.env)
		require.NoError(t, err)
		var names []string
		for i := range list {
			require.NoError(t, list[i].complete())
			require.NotEmpty(t, list[i].Version, list[i].Name)
			names = append(names, list[i].Name)
		}
		require.Subset(t, names, program.want)
		require.NotContains(t, names, "github.com/stretchr/testify", "it is in tests alone")
		goja := list[slices.Index(names, "github.com/dop251/goja")]
		var files []string
		for _, text := range goja.Texts {
			files = append(files, text.Name)
		}
		require.Equal(t, "LICENSE", files[0])
		require.Contains(t, files, "ftoa/LICENSE_LUCENE", "a folder may have a licence of its own")
	}
}

func TestFastChecksCopyHasItsLicences(t *testing.T) {
	list, err := fastCheck(root)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Equal(t, "fast-check", list[0].Name)
	require.Len(t, list, 2)
}

// The packages of npm that the sources name can all go into the pages.
func TestPackagesOfThePagesHaveLicences(t *testing.T) {
	for _, w := range []string{"app-site", "embed/client", "embed/viewer", "embed/element", "sandbox-site"} {
		content, err := os.ReadFile(filepath.Join(root, w, "package.json"))
		require.NoError(t, err)
		var about struct{ Dependencies map[string]string }
		require.NoError(t, json.Unmarshal(content, &about))
		for name := range about.Dependencies {
			if strings.HasPrefix(name, "@simten/") {
				continue
			}
			folder := w + "/node_modules/" + name
			if _, err := os.Stat(filepath.Join(root, folder)); err != nil {
				folder = "node_modules/" + name
			}
			c, err := npmPackage(root, folder)
			require.NoError(t, err)
			require.NoError(t, c.complete())
		}
	}
}

// planted is a tree with packages in its pages.
func planted(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
	}
	return dir
}

func TestAPackageWithoutALicenceIsRefused(t *testing.T) {
	files := map[string]string{
		"build/packages/app-site/page.json": `["node_modules/a"]`, "build/packages/embed/page.json": `["node_modules/@b/c"]`,
		"build/packages/sandbox-site/page.json": `[]`, "node_modules/a/LICENSE": "words", "node_modules/a/package.json": `{"name":"a","version":"1.0.0","license":"MIT"}`,
		"node_modules/@b/c/package.json": `{"name":"@b/c","version":"2.0.0"}`, "node_modules/@b/c/index.js": "1",
	}
	list, err := npmPackages(planted(t, files), pageNotes)
	require.NoError(t, err)
	require.Len(t, list, 2)
	problems := map[string]string{}
	for i := range list {
		if err := list[i].complete(); err != nil {
			problems[list[i].Name] = err.Error()
		}
	}
	require.Equal(t, map[string]string{"@b/c": "@b/c 2.0.0 has no file with its licence"}, problems)

	files["node_modules/@b/c/LICENCE.md"] = "All rights reserved."
	list, err = npmPackages(planted(t, files), pageNotes)
	require.NoError(t, err)
	i := slices.IndexFunc(list, func(c component) bool { return c.Name == "@b/c" })
	require.ErrorContains(t, list[i].complete(), "none of those that cmd/notices/spdx.go knows")

	delete(files, "build/packages/embed/page.json")
	_, err = npmPackages(planted(t, files), pageNotes)
	require.ErrorContains(t, err, "`make build` makes it")
}

func TestTheTextHasEverything(t *testing.T) {
	all := merged(nil, []component{{Ecosystem: "golang", Name: "example.com/x", Version: "v1.0.0", Licence: "MIT", Changed: true, Texts: []text{{"LICENSE", "the words of x"}}}}, inCommand)
	all = merged(all, []component{{Ecosystem: "golang", Name: "example.com/x", Version: "v1.0.0", Licence: "MIT", Texts: []text{{"LICENSE", "the words of x"}, {"y/LICENSE", "more words"}}}}, inEngine)
	all = merged(all, []component{{Ecosystem: "npm", Name: "elk", Version: "1.0.0", Licence: "EPL-2.0 OR GPL-3.0-or-later", Texts: []text{{"LICENSE.md", "the words of elk"}}}}, inPages)
	require.Len(t, all, 2)
	got := string(licensesOf(all, "Our own licence."))
	for _, part := range []string{
		"Our own licence.", "example.com/x v1.0.0 (MIT), in the command and the engine's module", "Changed for Simten", "the words of x", "more words",
		"the words of elk", "Its source code is available from https://www.npmjs.com/package/elk/v/1.0.0.",
	} {
		require.Equal(t, 1, strings.Count(got, part), part)
	}
}

// The fields that CycloneDX 1.6 demands, with the values that it allows.
func TestTheBillIsCycloneDX(t *testing.T) {
	all := []component{
		{Ecosystem: "golang", Name: "example.com/a/x", Version: "v1.0.0+incompatible", Licence: "MIT", Changed: true, In: []string{inCommand, inEngine}},
		{Ecosystem: "npm", Name: "@b/c", Version: "2.0.0", Licence: "EPL-2.0 OR GPL-3.0-or-later", In: []string{inPages}},
	}
	content, err := billOf(all)
	require.NoError(t, err)
	again, err := billOf(all)
	require.NoError(t, err)
	require.Equal(t, content, again, "equal builds have equal bills")
	require.JSONEq(t, `{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"serialNumber": "`+serialOf(t, content)+`",
		"metadata": {"component": {"type": "application", "bom-ref": "simten", "name": "simten"}},
		"components": [
			{"type": "library", "bom-ref": "pkg:golang/example.com/a/x@v1.0.0%2Bincompatible", "group": "example.com/a", "name": "x", "version": "v1.0.0+incompatible",
				"licenses": [{"license": {"id": "MIT"}}], "purl": "pkg:golang/example.com/a/x@v1.0.0%2Bincompatible",
				"pedigree": {"notes": "changed for Simten: see the folder forks of its sources"},
				"properties": [{"name": "simten:in", "value": "the command"}, {"name": "simten:in", "value": "the engine's module"}]},
			{"type": "library", "bom-ref": "pkg:npm/%40b/c@2.0.0", "group": "@b", "name": "c", "version": "2.0.0",
				"licenses": [{"expression": "EPL-2.0 OR GPL-3.0-or-later"}], "purl": "pkg:npm/%40b/c@2.0.0", "properties": [{"name": "simten:in", "value": "the pages"}]}
		],
		"dependencies": [{"ref": "simten", "dependsOn": ["pkg:golang/example.com/a/x@v1.0.0%2Bincompatible", "pkg:npm/%40b/c@2.0.0"]}]
	}`, string(content))
}

func serialOf(t *testing.T, content []byte) string {
	t.Helper()
	var b bill
	require.NoError(t, json.Unmarshal(content, &b))
	require.Regexp(t, regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`), b.Serial)
	return b.Serial
}

// Once the pages are built, everything in the product has a licence.
func TestProductsHaveLicences(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, "build/packages/app-site")); err != nil {
		t.Skip("the pages are not built")
	}
	all, err := collect(t.Context(), root)
	require.NoError(t, err)
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	elk := all[slices.Index(names, "elkjs")]
	require.Equal(t, []string{inCommand, inPages}, elk.In)
	require.Subset(t, names, []string{"elkjs", "lit", "typescript", "@codemirror/view", "@fontsource-variable/inter", "fast-check", "github.com/dop251/goja", "std"})
}
