package main

// counted are places in packages of others where user code can make work without end: matching regular expressions. A
// call of engine/effort is put there, so that the work counts as steps, and ends where the program called for it. The
// worker would be lost over it otherwise.
var counted = []edited{
	{
		pkg: "github.com/dlclark/regexp2/v2", file: "runner.go",
		edits: [][2]string{
			{"\"fmt\"\n", "\"fmt\"\n\n\t\"simten.dev/engine/effort\"\n"},
			{"\t\tif findFirstChar(r) {\n", "\t\tbefore := r.Runtextpos\n\t\tfound := findFirstChar(r)\n\t\teffort.Step(r.Runtextpos - before)\n\t\tif found {\n"},
			{"func executeDefault(r *Runner) error {\n", "func executeDefault(r *Runner) error {\n\tbefore := r.Runtextpos\n"},
			{"\t\tswitch r.operator {\n", "\t\teffort.Step(r.Runtextpos - before)\n\t\tbefore = r.Runtextpos\n\t\tswitch r.operator {\n"},
		},
	},
	{
		pkg: interpreter, file: "regexp.go",
		edits: [][2]string{
			{"\"io\"\n", "\"io\"\n\n\t\"simten.dev/engine/effort\"\n"},
			{
				"func (p *regexpPattern) findSubmatchIndex(s String, start int) regexpResult {\n",
				"func (p *regexpPattern) findSubmatchIndex(s String, start int) regexpResult {\n\teffort.Match(p.src, s.Length(), p.regexpWrapper != nil && start == 0)\n",
			},
			{
				"func (p *regexpPattern) findAllSubmatchIndex(s String, start int, limit int, sticky bool) []regexpResult {\n",
				"func (p *regexpPattern) findAllSubmatchIndex(s String, start int, limit int, sticky bool) []regexpResult {\n\teffort.Match(p.src, s.Length(), p.regexpWrapper != nil && start == 0)\n",
			},
		},
	},
}
