package yosys

import (
	"fmt"
	"sort"
	"strings"
)

// Source is what Yosys is to read.
type Source struct {
	Files      []string          // Verilog files, as Yosys finds them
	Top        string            // module to begin with; "" lets Yosys choose
	Parameters map[string]string // of the top module: a number, a sized constant of Verilog, or a text in double quotes
	Include    []string          // folders of include files
	Defines    []string          // NAME or NAME=VALUE
}

// prepare is how a design becomes a netlist that can be read and edited: hierarchy and names stay, words stay words.
//
//   - proc makes registers, latches and multiplexers of always blocks.
//   - setparam has the contents of $readmemh win over those that loops assign: Yosys reads files before it unrolls
//     loops, so that a loop of zeros would be all that is left. Contents of files have no line in it.
//   - tribuf -logic makes choices of drivers with a third state that meet inside of a module.
//   - opt_expr -mux_undef -undriven resolves what is undefined, where that leaves a simpler choice.
//   - opt_dff -nodffe -nosdff removes registers that cannot change. Write enables and synchronous resets stay in the
//     data path, where they read as they were written; found enables come with conditions that nobody wrote.
//   - opt_mem to memory_collect are the passes of memory -nomap -nordff without memory_share: it would merge the
//     writes of bytes into one port whose enables are logic of single bits. Read ports stay without a clock, as ours
//     are: a register behind a port stays a register.
//   - check tells of loops and of nets with several drivers.
const prepare = "proc; setparam -set PRIORITY 1000000 t:$meminit_v2 a:src=*:0.0-0.0 %i; tribuf -logic; opt_expr -mux_undef -undriven; opt_clean; opt_dff -nodffe -nosdff; opt_clean; opt_mem; opt_mem_priority; opt_mem_feedback; memory_bmux2rom; opt_clean; memory_collect; opt_clean; check"

// Script is the script with which Yosys writes the netlist of a design to a file. The error says which name or path it
// cannot take.
func Script(s Source, out string) (string, error) {
	var b strings.Builder
	// Modules that wait to be read until their parameters are known are no part of any other until then, so that Yosys
	// would take any of them for the top.
	command := "read_verilog -sv"
	if s.Top != "" {
		command += " -defer"
	}
	if err := s.read(&b, command); err != nil {
		return "", err
	}
	// Without -check: Import tells of modules that are missing, with their places, which Yosys does not.
	hierarchy := "hierarchy -auto-top"
	if s.Top != "" {
		if !identifier(s.Top) {
			return "", fmt.Errorf("%q is no name of a module", s.Top)
		}
		hierarchy = "hierarchy -top " + s.Top
	}
	changes := ""
	names := make([]string, 0, len(s.Parameters))
	for n := range s.Parameters {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if !identifier(n) {
			return "", fmt.Errorf("%q is no name of a parameter", n)
		}
		v := s.Parameters[n]
		if strings.ContainsAny(v, "\n\r;") || strings.Count(v, "\"")%2 != 0 || v == "" ||
			strings.ContainsAny(strings.Trim(v, "\""), "\" \t") {
			return "", fmt.Errorf("the parameter %s cannot be %q: write a number, a constant such as 8'hff, or a text without spaces in double quotes", n, v)
		}
		hierarchy += " -chparam " + n + " " + v
		changes += " -set " + n + " " + v
	}
	if changes != "" && s.Top == "" { // the top has to be known before its parameters change
		hierarchy = "hierarchy -auto-top\nchparam" + changes + " A:top\nhierarchy -auto-top"
	}
	out, err := quoted(out)
	if err != nil {
		return "", err
	}
	// Instances stay also when nothing needs them: those of modules that are missing would be lost without a word.
	fmt.Fprintf(&b, "%s\nsetattr -set keep 1 c:* t:$* %%d\n%s\nwrite_json %s\n", hierarchy,
		strings.ReplaceAll(prepare, "; ", "\n"), out)
	return b.String(), nil
}

// Listing is the script with which Yosys writes what Tops reads to a file: the modules of a design with their instances
// and the defaults of their parameters, without what is in them.
func Listing(s Source, out string) (string, error) {
	var b strings.Builder
	if err := s.read(&b, "read_verilog -sv"); err != nil {
		return "", err
	}
	out, err := quoted(out)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "delete */p:* */m:* */t:$*\nwrite_json %s\n", out)
	return b.String(), nil
}

// read writes the lines that read the files.
func (s Source) read(b *strings.Builder, command string) error {
	for _, dir := range s.Include {
		q, err := quoted(dir)
		if err != nil {
			return err
		}
		command += " -I" + q
	}
	for _, d := range s.Defines {
		q, err := quoted(d)
		if err != nil {
			return err
		}
		command += " -D" + q
	}
	for _, f := range s.Files {
		q, err := quoted(f)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "%s %s\n", command, q)
	}
	return nil
}

// quoted is a path as a word of a script.
func quoted(path string) (string, error) {
	if strings.ContainsAny(path, "\"\n\r\\") {
		return "", fmt.Errorf("the path %q has characters that Yosys cannot read: rename it", path)
	}
	if strings.ContainsAny(path, " \t;#") {
		return "\"" + path + "\"", nil
	}
	return path, nil
}

func identifier(name string) bool {
	if name == "" || strings.TrimLeft(name[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") == ""
}
