package main

import (
	"slices"
	"strings"
)

// reason groups a failure of the suite by its cause.
func reason(t *suiteTest, told string) string {
	for _, r := range reasons {
		if r.matches(t, told) {
			return r.text
		}
	}
	for _, feature := range t.features {
		if slices.Contains(newer, feature) {
			return "newer than ECMAScript 2023: " + feature
		}
	}
	for prefix, text := range newerFolders {
		if strings.HasPrefix(t.path, prefix) {
			return text
		}
	}
	part := strings.Split(t.path, "/")
	return "a defect, open: " + strings.Join(part[:min(len(part)-1, 3)], "/")
}

// newer are features of the suite that came after the version of the language that circuit files have.
var newer = []string{
	"Array.fromAsync", "array-grouping", "arraybuffer-transfer", "await-dictionary", "Error.isError", "error-stack-accessor", "explicit-resource-management",
	"Float16Array", "immutable-arraybuffer", "iterator-chunking", "iterator-helpers", "iterator-includes", "iterator-sequencing", "Iterator.prototype.join",
	"joint-iteration", "json-parse-with-source", "json-superset", "Math.sumPrecise", "nonextensible-applies-to-private", "promise-try", "promise-with-resolvers",
	"regexp-duplicate-named-groups", "RegExp.escape", "regexp-modifiers", "resizable-arraybuffer", "set-methods", "uint8array-base64", "upsert",
	"align-detached-buffer-semantics-with-web-reality", "stable-typedarray-sort", "String.prototype.isWellFormed", "String.prototype.toWellFormed",
}

// newerFolders are the same for tests without a feature.
var newerFolders = map[string]string{
	"built-ins/Iterator/":             "newer than ECMAScript 2023: iterator-helpers",
	"built-ins/AsyncDisposableStack/": "newer than ECMAScript 2023: explicit-resource-management",
	"built-ins/DisposableStack/":      "newer than ECMAScript 2023: explicit-resource-management",
}

// says makes a rule of what was told of a failure.
func says(parts ...string) func(*suiteTest, string) bool {
	return func(_ *suiteTest, told string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(told, part) })
	}
}

// contains makes a rule of what a test's text has.
func contains(parts ...string) func(*suiteTest, string) bool {
	return func(t *suiteTest, _ string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(t.text, part) })
	}
}

// reasons are the causes of failures. The first that matches counts.
var reasons = []struct {
	text    string
	matches func(t *suiteTest, told string) bool
}{
	{"an early error that is not reported: the program is not refused", says("not refused")},
	{"on purpose: no code out of text (eval, Function)", says("eval is not available", "Function constructor is not available")},
	{"on purpose: no code out of text (eval, Function)", contains("eval(", "Function(", "GeneratorFunction", "AsyncFunction")},
	{"on purpose: the built-in objects are fixed", says(
		"object is not extensible", "Cannot assign to read only property", "Cannot delete property", "Cannot redefine property",
		"descriptor should be writable", "descriptor should be configurable", "desc.writable", "desc.configurable", "A Proxy cannot become the prototype")},
	{"on purpose: the built-in objects are fixed", contains("verifyProperty(", "verifyConfigurable(", "verifyWritable(", "verifyPrimordial")},
	{"not supported: \\p{…} in regular expressions", says("does not support \\p{")},
	{"not supported: \\p{…} in regular expressions", contains("\\p{", "\\P{")},
	{"not supported: the flags d and v of regular expressions", says("does not support the flags d and v")},
	{"not supported: the flags d and v of regular expressions", func(t *suiteTest, _ string) bool {
		return slices.Contains(t.features, "regexp-v-flag") || slices.Contains(t.features, "regexp-match-indices")
	}},
	{"on purpose: what one call of a built-in function may do is limited", says("the limit is", "steps and was stopped")},
	{"open: Symbol.asyncIterator, and what is iterated by it", contains("asyncIterator")},
	{"open: Symbol.asyncIterator, and what is iterated by it", func(t *suiteTest, _ string) bool {
		return slices.Contains(t.features, "async-iteration") || slices.Contains(t.features, "Symbol.asyncIterator")
	}},
	{"open: the text of a function is not that of the source", func(t *suiteTest, _ string) bool {
		return slices.Contains(t.includes, "nativeFunctionMatcher.js") || strings.HasPrefix(t.path, "built-ins/Function/prototype/toString/")
	}},
	{"open: Symbol.unscopables", contains("unscopables")},
}
