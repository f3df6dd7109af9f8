package cmd_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/muster-smt/muster"

// layers says which package of this module may import which, in the manner of
// go/build/deps_test.go: in "a, b < c, d" both c and d may import a and b, and
// all that a and b may import. A package that no rule has on its right side
// may import nothing. A package must occur in some rule.
const layers = `
	# Foundations.
	NONE < sat/invariant, sat/limit, sat/stat, theory/num, verifier/boogie/syntax;

	# SAT.
	sat/invariant, sat/limit, sat/stat < sat;
	sat < sat/dimacs, sat/proof, sat/gini, sat/portfolio;

	# Gates and circuits of bit-vectors.
	sat < bv/aig;
	bv/aig < bv/sweep;
	bv/aig < bv/circuit;
	bv/circuit, theory/term < bv/blast;
	bv/circuit < bv/ladder;
	sat/limit, theory/known < bv/local;
	bv/blast, bv/ladder, bv/local, bv/sweep, theory/model, theory/rewrite, theory/proof < bv;

	# Arithmetic without terms.
	sat/invariant, theory/num, sat/limit < lia/simplex;
	sat/invariant < lia/difference;

	# Why an answer is unknown, and faults.
	sat/limit < theory/reason;

	# Terms.
	theory/num < theory/term;
	theory/term < theory/model, theory/rewrite, theory/cert, theory/linear;
	theory/model < theory/smtlib;
	theory/term, sat < theory/cnf;

	# Theories: the contract, then plugins that never import each other.
	sat, sat/stat, theory/reason, theory/term, theory/model, theory/cert < theory;
	theory < theory/euf, theory/quant, arrays;
	theory, lia/simplex, lia/difference < lia;
	theory/rewrite < theory/quant, arrays, lia;
	theory, bv/blast < bv/plugin;

	# Assertions before they are clauses.
	theory/num, theory/term < theory/known;
	theory/rewrite, theory/known, theory/linear, theory/model, sat/limit, lia/simplex < theory/preprocess;
	theory/preprocess < theory/solver;

	# Generalising models.
	theory/linear, theory/model, theory/rewrite < theory/project;
	theory/project < theory/game;

	# Proof logs, which know nothing of the search.
	sat, theory/cert, theory/reason, bv/blast < theory/proof;

	theory/proof, theory/smtlib < theory/check;

	# DPLL(T). Only the solver imports all theories; embedders use it through theory/smt.
	theory/euf, theory/cnf, theory/rewrite, theory/proof < theory/combine;
	theory/model, theory/rewrite < theory/mbqi;
	theory/combine, theory/quant, theory/mbqi, theory/game, lia, arrays, bv, bv/plugin < theory/solver;
	theory/project, theory/solver < theory/interpolate;
	theory/interpolate, theory/smtlib < theory/smt;
	theory/solver, theory/check < theory/script, theory/btor2;
	theory/interpolate < theory/script;

	# Programs.
	NONE < verifier/graph;
	theory/term, verifier/graph < verifier/prog;
	theory/model, verifier/prog < verifier/interp;
	verifier/interp < verifier/rerun;
	theory/smtlib, verifier/boogie/syntax, verifier/front < verifier/boogie;
	NONE < verifier/c/cpp;
	NONE < verifier/c/library;
	verifier/c/cpp, verifier/c/library < verifier/c/syntax;
	theory/term < verifier/machine;
	verifier/c/syntax, verifier/front, verifier/machine < verifier/c;
	NONE < verifier/golang/models;
	verifier/front, verifier/machine, verifier/golang/gotest, verifier/golang/models < verifier/golang;

	theory/term, verifier/graph < verifier/vc;
	verifier/vc < verifier/stamp, verifier/summary;
	theory/rewrite, theory/reason, verifier/prog, verifier/stamp < verifier/vcgen;

	# Languages: the contract, which front ends implement, and drivers and reports know.
	verifier < verifier/front;

	# Engines: the contract, the tree, then engines that never import each
	# other, nor a front end.
	theory/reason, theory/model, verifier/interp, verifier/vc, sat/stat < verifier;
	theory/rewrite, verifier/prog, verifier < verifier/passes;
	verifier, verifier/stamp, verifier/summary, theory/model, sat/limit < verifier/inline;
	verifier < verifier/cutpoint;
	theory/linear, theory/rewrite, verifier/inline, verifier/cutpoint < verifier/learn;
	verifier/learn < verifier/corral, verifier/legion;
	verifier/corral, verifier/legion < verifier/alternate; # which is both
	verifier/learn < verifier/coverage;
	verifier/learn, verifier/evidence < verifier/split; # with any engine whose searches go step by step
	verifier/split < verifier/driver;
	verifier/learn, verifier/cutpoint, theory/project < verifier/spacer;
	verifier/learn, verifier/cutpoint < verifier/tabulate;
	verifier/learn, verifier/cutpoint, theory/project, theory/interpolate < verifier/lazyann;

	# Muster's solver as the engines see it. They do not import it.
	verifier/inline, theory/solver < verifier/native;

	# Another solver in a process of its own, for tests and measurements.
	verifier/inline, theory/smtlib < verifier/pipe;

	# What distrusts them: safe answers are refuted again, paths are replayed.
	verifier/inline, verifier/rerun, theory/solver < verifier/validate;
	verifier/validate, verifier/vcgen, verifier/passes, verifier/interp < verifier/witness;

	# Executions of the program itself.
	verifier, verifier/passes, verifier/rerun, sat/limit < verifier/execute;

	# The outer loop: what abstracts globals, and takes paths of the abstraction in the program.
	verifier/inline, verifier/passes, verifier/interp < verifier/abstract;

	# Horn clauses.
	theory/smtlib, verifier/vc < verifier/chc;
	verifier/learn, theory/interpolate < verifier/chcpass;
	verifier/chc, verifier/chcpass, verifier/corral, verifier/legion, verifier/spacer, verifier/lazyann, verifier/validate, verifier/native, theory/smt < verifier/horn;
	verifier/horn, verifier/confirm, verifier/golang, cmd/task < cmd/muster;
	verifier/golang, verifier/report < verifier/golang/vet;
	verifier/golang/vet < cmd/muster-vet;

	# What makes a safe answer a program that other verifiers check.
	verifier/validate, verifier/vcgen, verifier/passes, theory/interpolate < verifier/annotate;

	# The whole way from a text to a verdict.
	verifier < verifier/reenact, verifier/evidence;
	NONE < verifier/cache;
	verifier/front, verifier/reenact, verifier/evidence, verifier/cache, verifier/passes, verifier/vcgen, verifier/alternate, verifier/coverage, verifier/spacer, verifier/lazyann, verifier/tabulate, verifier/validate,
	verifier/witness, verifier/execute, verifier/abstract, verifier/native, verifier/summary, verifier/annotate < verifier/driver;

	verifier/driver < verifier/report;
	NONE < verifier/report/jsonschema;
	NONE < verifier/process;
	verifier/driver, verifier/c, verifier/process < verifier/confirm;
	verifier/process < verifier/golang/gotest;

	# Commands.
	NONE < cmd/cli, cmd/dump, cmd/archive;
	cmd/archive < cmd/release, cmd/muster;
	cmd/dump < cmd/muster;
	cmd/cli, verifier/report, verifier/boogie, verifier/c, verifier/golang < cmd/task;
	cmd/cli < cmd/muster, cmd/musterbench, cmd/fuzz, cmd/faults;
	verifier/driver, theory/script, theory/btor2, sat/dimacs, sat/gini, sat/portfolio, sat/proof < cmd/muster;

	# The page.
	verifier/driver, verifier/report, verifier/boogie, verifier/horn, theory/script, sat/dimacs < cmd/play/answer;
	cmd/play/answer < cmd/play/wasm;
	NONE < cmd/play;

	# The bench: what measures, what is measured, and flags above.
	NONE < cmd/musterbench/measure;
	cmd/musterbench/measure < cmd/clients, cmd/musterbench/cnfgen, cmd/musterbench/programs, cmd/musterbench/peer;
	theory/reason < cmd/musterbench/peer;
	cmd/musterbench/cnfgen, sat/dimacs, sat/proof < cmd/musterbench/sat;
	cmd/musterbench/measure, theory/script < cmd/musterbench/smt, cmd/musterbench/lab;
	cmd/musterbench/measure, verifier/horn < cmd/musterbench/horn;
	cmd/musterbench/measure, verifier/inline, theory/smtlib < cmd/musterbench/session;
	cmd/musterbench/programs, cmd/musterbench/session, verifier/driver, verifier/boogie < cmd/musterbench/scale, cmd/musterbench/corpus, cmd/musterbench/verify;
	cmd/musterbench/programs, verifier/driver, verifier/boogie < cmd/musterbench/refine;
	cmd/musterbench/measure < cmd/musterbench/study, cmd/musterbench/answers, cmd/musterbench/suites;
	verifier/inline < cmd/musterbench/static;
	cmd/musterbench/programs, verifier/driver, verifier/boogie, verifier/horn < cmd/musterbench/cluster;
	cmd/musterbench/static < cmd/musterbench/verify;
	cmd/musterbench/peer < cmd/musterbench/corpus, cmd/musterbench/verify;
	cmd/musterbench/lab < cmd/musterbench/corpus;
	verifier/pipe < cmd/musterbench/verify;
	cmd/musterbench/peer, sat/dimacs, theory/script, verifier/driver, verifier/boogie, verifier/c < cmd/musterbench/growth;
	cmd/musterbench/answers, cmd/musterbench/suites, cmd/musterbench/sat, cmd/musterbench/smt, cmd/musterbench/horn, cmd/musterbench/corpus, cmd/musterbench/scale, cmd/musterbench/verify,
	cmd/musterbench/cnfgen, cmd/musterbench/growth, cmd/musterbench/refine, cmd/musterbench/study, cmd/musterbench/cluster < cmd/musterbench;

	# What searches for faults: generators and oracles, then targets, which are rows of fuzz.
	NONE < fuzz/shrink, fuzz/sequence, fuzz/extent;
	verifier/boogie/syntax, fuzz/shrink < fuzz/bpl;
	fuzz/bpl < fuzz/gen;
	fuzz/bpl, theory/solver < fuzz/oracle/execute;
	fuzz/oracle/execute, verifier/report, verifier/confirm, verifier/boogie, verifier/c, verifier/golang, verifier/horn, theory/btor2 < fuzz;
	sat/gini < fuzz/oracle;
	fuzz/oracle, fuzz/shrink, sat/dimacs, sat/proof < fuzz/satscript;
	fuzz/oracle, fuzz/shrink, theory/script, theory/smt, theory/project, theory/interpolate < fuzz/smtscript;
	sat < fuzz/gen/clauses;
	fuzz/satscript, fuzz/smtscript, fuzz/gen/clauses < fuzz/gen;
	fuzz/gen < fuzz;
	fuzz < cmd/fuzz;
	NONE < fuzz/fault;
	fuzz/fault < cmd/faults;

	# For users.
	theory/smt < fuzz/prop;
	NONE < examples/golang/search;
`

// external lists the packages that may import something outside the module
// and the standard library, and what.
var external = map[string][]string{
	"sat/gini": {"github.com/go-air/gini"},
	"cmd/cli":  {"github.com/urfave/cli/v3"},
	"cmd/muster": {
		"github.com/klauspost/compress", "github.com/ulikunitz/xz", "golang.org/x/term",
	},
	"cmd/task":               {"github.com/klauspost/compress", "github.com/ulikunitz/xz"},
	"verifier/golang":        {"golang.org/x/tools"},
	"verifier/golang/vet":    {"golang.org/x/tools"},
	"cmd/muster-vet":         {"golang.org/x/tools"},
	"fuzz/prop":              {"github.com/leanovate/gopter"},
	"fuzz/sequence":          {"github.com/leanovate/gopter"},
	"cmd/musterbench/growth": {"gonum.org/v1/gonum"},
	"cmd/musterbench/study":  {"gonum.org/v1/plot"},
}

func TestImportPolicy(t *testing.T) {
	allowed, err := parseLayers(layers)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range importsAgainst(readTree(t, ".."), allowed) {
		t.Errorf("%s: %s", x.at, x.text)
	}
}

// TestNoCLibrary makes sure that muster links no C library where there is a C compiler:
// packages net and os/user would bring it.
func TestNoCLibrary(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{if .CgoFiles}}{{.ImportPath}}{{end}}", "./muster")
	list.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := list.Output()
	if err != nil {
		t.Skip(err) // as in a tree without Go
	}
	if found := strings.Fields(string(out)); len(found) > 0 {
		t.Errorf("cmd/muster imports packages that use C: %s; go mod why -m may say through what", found)
	}
}

// importsAgainst finds product imports that the table does not allow, packages
// that it does not have, and rows without a package.
func importsAgainst(m *tree, allowed map[string]map[string]bool) (out []complaint) {
	exists := map[string]bool{}
	m.each(func(s *source) {
		name := s.pkg.dir
		if s.test || !m.ours(name) {
			return
		}
		may, ok := allowed[name]
		if !ok && !exists[name] {
			out = append(out, complaint{name, name, "the package is missing in the table of layers"})
		}
		exists[name] = true
		for _, i := range s.Imports {
			if why := violation(name, importPath(i), may); ok && why != "" {
				out = append(out, m.complain(s, i.Pos(), "%s must not import %s: %s", name, importPath(i), why))
			}
		}
	})
	for _, name := range sorted(allowed) {
		if !exists[name] {
			out = append(out, complaint{name, name, "the table of layers has a package that does not exist"})
		}
	}
	for _, file := range sorted(m.files) {
		if strings.Contains(file, "/testdata/") || strings.HasPrefix(file, "../examples/c/") || strings.HasPrefix(file, "examples/c/") ||
			strings.HasPrefix(file, "verifier/c/library/") || strings.HasPrefix(file, "verifier/c/syntax/predefined/") {
			continue // what is verified, not compiled
		}
		if forProcessor.MatchString(file) || forProcessor.MatchString(constraint(m.files[file])) {
			out = append(out, complaint{path.Dir(file), file, "code is for all processors, which .ci/run builds relies on"})
		}
		switch path.Ext(file) {
		case ".c", ".cc", ".cpp", ".cxx", ".h", ".s", ".swig", ".syso":
			out = append(out, complaint{path.Dir(file), file, "packages are pure Go"})
		}
	}
	return out
}

// forProcessor matches the name of a Go file, or a constraint, that is for one kind of processor.
var forProcessor = regexp.MustCompile(`_(386|amd64|arm|arm64|wasm)(_test)?\.go$|^//go:build.*\b(386|amd64|arm|arm64|wasm)\b`)

// constraint returns the line of a Go file that says when to build it.
func constraint(text string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "//go:build") {
			return line
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return ""
}

// ours reports whether a directory belongs to this module, not to one inside.
func (m *tree) ours(dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, ok := m.files[dir+"/go.mod"]; ok {
			return false
		}
	}
	return true
}

// violation says why package name must not import path, or nothing.
func violation(name, path string, may map[string]bool) string {
	if inner, ok := strings.CutPrefix(path, module+"/"); ok {
		switch {
		case strings.HasPrefix(inner+"/", "fuzz/") && name != "cmd/fuzz" && name != "cmd/faults" && !strings.HasPrefix(name+"/", "fuzz/"):
			return "only tests, cmd/fuzz and cmd/faults do"
		case inner == "verifier/pipe" && !strings.HasPrefix(name+"/", "cmd/musterbench/"):
			return "only tests and cmd/musterbench do"
		case !may[inner]:
			return "it is not below it in the table of layers"
		}
		return ""
	}
	first, _, _ := strings.Cut(path, "/")
	if !strings.Contains(first, ".") {
		if path == "C" || path == "plugin" {
			return "pure Go only"
		}
		return ""
	}
	for _, e := range external[name] {
		if path == e || strings.HasPrefix(path, e+"/") {
			return ""
		}
	}
	return "it lies outside the standard library"
}

// parseLayers returns, for each package, the packages that it may import.
func parseLayers(text string) (map[string]map[string]bool, error) {
	direct := map[string][]string{}
	var order []string
	rules, err := splitRules(text)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		for _, side := range r {
			for _, p := range side {
				if _, ok := direct[p]; !ok {
					direct[p] = nil
					order = append(order, p)
				}
			}
		}
		for _, p := range r[1] {
			direct[p] = append(direct[p], r[0]...)
		}
	}
	allowed := map[string]map[string]bool{}
	var visit func(p string, path []string) error
	visit = func(p string, path []string) error {
		if slices.Contains(path, p) {
			return fmt.Errorf("cycle of layers: %s", strings.Join(append(path, p), " < "))
		}
		if allowed[p] != nil {
			return nil
		}
		may := map[string]bool{}
		for _, q := range direct[p] {
			if err := visit(q, append(path, p)); err != nil {
				return err
			}
			may[q] = true
			for x := range allowed[q] {
				may[x] = true
			}
		}
		allowed[p] = may
		return nil
	}
	for _, p := range order {
		if err := visit(p, nil); err != nil {
			return nil, err
		}
	}
	delete(allowed, "NONE")
	return allowed, nil
}

// splitRules reads rules of the form "a, b < c, d;".
func splitRules(text string) ([][2][]string, error) {
	var clean strings.Builder
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), "#")
		clean.WriteString(line + " ")
	}
	var rules [][2][]string
	for _, r := range strings.Split(clean.String(), ";") {
		if strings.TrimSpace(r) == "" {
			continue
		}
		sides := strings.Split(r, "<")
		if len(sides) != 2 {
			return nil, fmt.Errorf("rule %q does not have two sides", strings.TrimSpace(r))
		}
		var rule [2][]string
		for i, s := range sides {
			for _, p := range strings.Split(s, ",") {
				if p = strings.TrimSpace(p); p == "" || strings.Contains(p, " ") {
					return nil, fmt.Errorf("rule %q: %q is not a package", strings.TrimSpace(r), p)
				}
				rule[i] = append(rule[i], strings.TrimSpace(p))
			}
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// TestImportsNotices makes sure that the policy test can fail.
func TestImportsNotices(t *testing.T) {
	allowed, err := parseLayers(layers)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range [][2]string{
		{"arrays", module + "/lia"},
		{"verifier/corral", module + "/verifier/legion"},
		{"verifier/corral", module + "/verifier/boogie"},
		{"verifier/driver", module + "/verifier/boogie"},
		{"verifier/report", module + "/verifier/c"},
		{"verifier/prog", module + "/verifier/front"},
		{"verifier/inline", module + "/theory/solver"},
		{"verifier/legion", module + "/verifier/native"},
		{"verifier/vc", module + "/verifier/prog"},
		{"lia/simplex", module + "/theory/term"},
		{"sat", "github.com/go-air/gini"},
		{"verifier", "golang.org/x/term"},
		{"sat", "C"},
		{"verifier", module + "/fuzz/prop"},
		{"verifier/driver", module + "/verifier/pipe"},
		{"verifier", module + "/cmd/muster"},
	} {
		if violation(v[0], v[1], allowed[v[0]]) == "" {
			t.Errorf("%s may import %s", v[0], v[1])
		}
	}
	if _, err := parseLayers("a < b; b < a;"); err == nil {
		t.Error("a cycle is not noticed")
	}
	table, err := parseLayers("a < b < c;")
	if err == nil {
		t.Error("a rule with three sides is not noticed")
	}
	if table, err = parseLayers("NONE < a; a < b, c;"); err != nil {
		t.Fatal(err)
	}
	refuses(t, func(m *tree) []complaint { return importsAgainst(m, table) }, map[string]string{
		"go.mod":       "module " + module,
		"a/a.go":       "package a\n\nimport (\n\t\"fmt\"\n\t\"" + module + "/b\"\n)\n",
		"a/windows.go": "//go:build windows\n\npackage a\n\nimport \"C\"\n",
		"a/a_test.go":  "package a_test\n\nimport _ \"" + module + "/b\"\n",
		"b/b.go":       "package b\n\nimport _ \"" + module + "/a\"\n",
		"b/b.c":        "int b;\n",
		"b/b_386.go":   "package b\n",
		"b/arm.go":     "// B.\n\n//go:build linux && arm\n\npackage b\n",
		"d/d.go":       "package d\n",
		"e/go.mod":     "module e\n",
		"e/f/f.go":     "package f\n",
	},
		"a/a.go:5: a must not import "+module+"/b: it is not below it in the table of layers",
		"a/windows.go:5: a must not import C: pure Go only",
		"d: the package is missing in the table of layers",
		"c: the table of layers has a package that does not exist",
		"b/arm.go: code is for all processors, which .ci/run builds relies on",
		"b/b.c: packages are pure Go",
		"b/b_386.go: code is for all processors, which .ci/run builds relies on",
	)
}
