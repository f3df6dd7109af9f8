package suites

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// output is the output of Boogie that is expected.
type output struct {
	malformed        bool         // the program is refused
	lines            map[int]bool // where, if that is said
	verified, errors int
	places           map[string]int  // LINE:COLUMN KIND, and how often
	chosen           map[string]bool // constants, with their values
	how              mode
}

// mode is what Boogie was asked to do.
type mode int

const (
	other       mode = iota
	verifies         // each procedure
	verifiesAll      // the program, up to a bound
	reads
)

// The lines of tests and of outputs that matter.
var (
	runLine  = regexp.MustCompile(`(?m)^//\s*RUN:\s*%(?:parallel-)?boogie\b(.*?)"?%s"?(?:\s*"[^"%]*")*\s*>`)
	diffLine = regexp.MustCompile(`(?m)^//\s*RUN:\s*%diff\s+"?([^"\s]+)"?`)
	flag     = regexp.MustCompile(`(?:^|\s)[-/](\w+)(?::("[^"]*"|\S+))?`)
	failed   = regexp.MustCompile(`^(.*)\((\d+),(\d+)\): ([Ee]rror)(?: BP\d+)?: (.*)$`)
	choice   = regexp.MustCompile(`^(\S+) = (True|False)$`)
	finished = regexp.MustCompile(`^Boogie program verifier finished with (\d+) verified, (\d+) errors?`)
	unlike   = regexp.MustCompile(`(?:^|\s)[-/]inlineDepth\b`) // flags that change what is asked, and that Muster lacks
	refusal  = regexp.MustCompile(`^\d+ (?:parse|name resolution|type checking) errors? detected`)
)

// programs reads the runs of Boogie that a program asks for. Those that ask for something else than verification, or
// whose output is missing or no report of that, have no expectation.
func programs(dir, file string) (out []test, err error) {
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	runs, diffs := runLine.FindAllStringSubmatch(string(text), -1), diffLine.FindAllStringSubmatch(string(text), -1)
	for i := range min(len(runs), len(diffs)) {
		name := strings.ReplaceAll(diffs[i][1], "%s", filepath.Base(file))
		report, err := os.ReadFile(filepath.Join(dir, filepath.Dir(file), name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		t := test{file: file}
		if m := unlike.FindString(runs[i][1]); m != "" {
			t.args, t.want = []string{"verify"}, notRead(strings.TrimSpace(m))
			out = append(out, t)
			continue
		}
		if want := parseOutput(string(report)); want != nil {
			if t.args, t.libs, want.how = arguments(dir, file, runs[i][1]); want.how != other {
				t.want = want
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// arguments translates flags of Boogie.
func arguments(dir, file, flags string) (args, libs []string, how mode) {
	args, how = []string{"verify", "--json"}, verifies
	if strings.Contains(flags, "stratifiedInline") {
		how = verifiesAll
	} else {
		args = append(args, "--modular", fmt.Sprintf("--houdini=%t", strings.Contains(flags, "contractInfer")))
	}
	for _, m := range flag.FindAllStringSubmatch(flags, -1) {
		switch value := strings.Trim(m[2], `"`); m[1] {
		case "print", "xml", "trace":
			return nil, nil, other
		case "noVerify":
			how = reads
		case "proc":
			args = append(args, "--proc", value)
		case "inferModifies":
			args = append(args, "--infer-modifies")
		case "recursionBound":
			args = append(args, "--bound", value)
		case "lib":
			if lib := library(dir, filepath.Dir(file), value); lib != "" {
				libs = append(libs, lib)
			}
		}
	}
	return args, libs, how
}

// library returns the file of a library of Boogie, from a folder on the way up from a test; empty if there is none.
func library(dir, folder, name string) string {
	for {
		path, err := filepath.Abs(filepath.Join(dir, folder, "Source", "Core", name+".bpl"))
		if _, missing := os.Stat(path); err == nil && missing == nil {
			return path
		}
		if folder == "." {
			return ""
		}
		folder = filepath.Dir(folder)
	}
}

// parseOutput reads an output of Boogie; nil if it is in another form.
func parseOutput(text string) *output {
	x := &output{lines: map[int]bool{}, places: map[string]int{}, chosen: map[string]bool{}}
	complete := false
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		if m := failed.FindStringSubmatch(l); m != nil {
			n, _ := strconv.Atoi(m[2])
			x.lines[n] = true
			x.places[m[2]+":"+m[3]+" "+kindOf(m[5])]++
		}
		if m := choice.FindStringSubmatch(l); m != nil {
			x.chosen[m[1]] = m[2] == "True"
		}
		if m := finished.FindStringSubmatch(l); m != nil {
			complete = true
			x.verified, _ = strconv.Atoi(m[1])
			x.errors, _ = strconv.Atoi(m[2])
		}
		if refusal.MatchString(l) {
			complete, x.malformed = true, true
		}
	}
	if !complete {
		return nil
	}
	return x
}

// kinds are words of Boogie's messages, old and new, and what Muster calls such a failure.
var kinds = [...][2]string{
	{"precondition", "requires"}, {"postcondition", "ensures"},
	{"invariant could not be proved on entry", "invariant on entry"}, {"invariant might not hold on entry",
		"invariant on entry"},
	{"invariant could not be proved to be maintained", "invariant maintained"}, {"invariant might not be maintained",
		"invariant maintained"},
	{"assertion", "assert"},
}

func kindOf(message string) string {
	for _, k := range kinds {
		if strings.Contains(message, k[0]) {
			return k[1]
		}
	}
	return "assert"
}

// notRead is a flag that Muster lacks.
type notRead string

// compare implements expectation.
func (x notRead) compare(answer) (Outcome, string) { return Refused, "flag " + string(x) }

// report is what is read of the output of muster verify --modular --json, or without --modular.
type report struct {
	Verdict, Reason, Remark string
	Error                   string
	Line                    int // of the error
	Count                   struct{ Verified int }
	Chosen                  map[string]bool
	Procedures              []report
	Name                    string   // of a procedure
	Failures                []report // of a procedure
	Kind                    string   // of a failure
	At                      position
	Also                    []position
}

// position is a place in a source.
type position struct{ Line, Column int }

// compare implements expectation.
func (x *output) compare(a answer) (Outcome, string) {
	var got report
	if err := json.Unmarshal([]byte(a.out), &got); err != nil && a.code >= 0 && a.code <= 5 && a.code != 2 {
		return Differs, "no report: " + firstLine(a.out)
	}
	text := got.Error
	if text == "" {
		text = firstLine(a.err)
	}
	switch {
	case a.code > 5 && a.code != 10 || a.code == -1 && a.err != "":
		return Differs, "crash: " + text
	case a.code == 2 && x.malformed && (len(x.lines) == 0 || x.lines[got.Line]):
		return Equal, ""
	case a.code == 2:
		return Refused, text
	case x.malformed:
		return Differs, "accepted, though malformed"
	case x.how == reads:
		return Equal, ""
	case x.how == verifiesAll:
		return upToBound(&got, x.errors > 0)
	}
	return x.failures(&got)
}

// upToBound compares a verdict up to a bound.
func upToBound(got *report, fails bool) (Outcome, string) {
	switch {
	case got.Verdict == "unknown":
		return Fewer, "unknown: " + got.Reason
	case got.Verdict == "unsafe" && !fails && strings.HasPrefix(got.Remark, "needs recursion bound"):
		// beyond the one that was asked about
		return Equal, ""
	case (got.Verdict == "unsafe") != fails:
		return Differs, got.Verdict
	}
	return Equal, ""
}

// failures compares the failures of procedures.
func (x *output) failures(got *report) (Outcome, string) {
	left := maps.Clone(x.places)
	var extra []string
	open := ""
	for _, p := range got.Procedures {
		if p.Verdict != "verified" && p.Verdict != "failed" {
			open = fmt.Sprintf("%s is %s", p.Name, p.Verdict)
		}
		for _, f := range p.Failures {
			if f.Verdict != "failed" {
				open = fmt.Sprintf("%s, %d:%d is %s", p.Name, f.At.Line, f.At.Column, f.Verdict)
				continue
			}
			for _, at := range append(f.Also, f.At) {
				name := fmt.Sprintf("%d:%d %s", at.Line, at.Column, f.Kind)
				if left[name] == 0 {
					extra = append(extra, name)
				} else if left[name]--; left[name] == 0 {
					delete(left, name)
				}
			}
		}
	}
	for name, value := range x.chosen {
		if got.Chosen[name] != value {
			extra = append(extra, fmt.Sprintf("%s = %v", name, got.Chosen[name]))
		}
	}
	slices.Sort(extra)
	missing := strings.Join(slices.Sorted(maps.Keys(left)), ", ")
	switch {
	case len(extra) > 0:
		return Differs, fmt.Sprintf("extra %s; missing %s", strings.Join(extra, ", "), missing)
	case open != "":
		return Fewer, open
	case missing != "":
		return Differs, "missing " + missing
	case got.Count.Verified != x.verified:
		return Differs, fmt.Sprintf("%d verified, not %d", got.Count.Verified, x.verified)
	}
	return Equal, ""
}
