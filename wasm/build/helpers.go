package main

// compiler is what removes types from programs.
const compiler = "github.com/evanw/esbuild"

// helpers lets esbuild leave out its runtime, the functions that it writes into a program for syntax that the target lacks, where none of them
// can be needed. It parses them with the first program of a process: 20 kB of JavaScript for a text of 400 bytes, after which a browser's
// compiler works for seconds on the parser's largest functions, as they have run often.
var helpers = []edited{
	{pkg: compiler + "/pkg/api", file: "helpers.go", added: text("_esbuild/helpers.go")},
	{pkg: compiler + "/pkg/api", file: "api_impl.go", edits: [][2]string{{
		"\toptions := config.Options{\n",
		"\toptions := config.Options{\n\t\tWithoutHelpers: transformOpts.Target <= ESNext && len(transformOpts.Engines) == 0 && !needsHelpers(input),\n",
	}}},
	{pkg: compiler + "/internal/js_parser", file: "js_parser.go", split: []string{
		"visitExprInOut", "visitAndAppendStmt", "parseStmt", "parseSuffix", "parsePrefix", "visitRightAndFinish",
	}},
	{pkg: compiler + "/internal/js_printer", file: "js_printer.go", split: []string{"printExpr", "printStmt"}},
	{pkg: compiler + "/internal/runtime", file: "wrapper.go", added: text("_esbuild/wrapper.go")},
	{pkg: compiler + "/internal/config", file: "config.go", edits: [][2]string{{
		"type Options struct {\n\tModuleTypeData ",
		"type Options struct {\n\tWithoutHelpers bool\n\tModuleTypeData ",
	}}},
	{pkg: compiler + "/internal/bundler", file: "bundler.go", edits: [][2]string{
		{"type runtimeCacheKey struct {\n", "type runtimeCacheKey struct {\n\twithoutHelpers bool\n"},
		{"\tkey := runtimeCacheKey{\n", "\tkey := runtimeCacheKey{\n\t\twithoutHelpers: options.WithoutHelpers,\n"},
		{"\tsource = runtime.Source(key.unsupportedJSFeatures)\n", "\tsource = runtime.Source(key.unsupportedJSFeatures)\n\tif key.withoutHelpers {\n\t\tsource.Contents = runtime.Wrapper\n\t}\n"},
	}},
}
