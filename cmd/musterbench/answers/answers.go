package answers

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// Options say what is run, and how.
type Options struct {
	Muster string        // the binary
	Table  string        // CSV
	Dir    string        // of the inputs
	Limit  time.Duration // elapsed, for each
	Every  int           // only each n-th row
	Daily  bool          // only rows marked daily
	Only   string        // only inputs whose name this regexp matches
	Groups []string      // a table for each of these columns, such as family and features
	// one more by the first of them, without rows that have a feature that this regexp matches; may be empty
	Apart  string
	Argued string // file of rows whose expectation is wrong; may be empty
}

// Outcome is how an answer compares with what is expected.
type Outcome int

// The outcomes.
const (
	Right   Outcome = iota
	Wrong           // safe, but it is not
	Alarm           // unsafe, but it is not
	Bounded         // safe up to a bound
	Unknown
	Refused
	Crash
	outcomes
)

var outcomeNames = [outcomes]string{"right", "wrong", "alarm", "bounded", "unknown", "refused", "crash"}

// String returns the name of an outcome.
func (o Outcome) String() string { return outcomeNames[o] }

// row is an input of a table.
type row struct {
	name   string
	want   []string
	args   []string // before the name
	groups [][]string
	apart  bool
}

// exceptions reads what is right in place of the expectation of a table: lines with name, answer and reason, with
// tabs between.
func exceptions(file string) (map[string]string, error) {
	out := map[string]string{}
	if file == "" {
		return out, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 3 || expectation.FindString(f[1]) != f[1] {
			return nil, fmt.Errorf("%s: %q is not a name, an answer and a reason with tabs between", file,
				strings.TrimSpace(line))
		}
		out[f[0]] = f[1]
	}
	return out, nil
}

var expectation = regexp.MustCompile(
	`^((?:safe|unsafe|true|false|refused|unknown)(?:\|(?:safe|unsafe|refused|unknown))*)\b`)

// read reads a table.
func read(o *Options) ([]row, error) {
	f, err := os.Open(o.Table)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	only, err := regexp.Compile(o.Only)
	if err != nil {
		return nil, err
	}
	apart, err := regexp.Compile(o.Apart)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(f)
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Table, err)
	}
	var out []row
	except, err := exceptions(o.Argued)
	if err != nil {
		return nil, err
	}
	for n := 0; ; n++ {
		fields, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", o.Table, err)
		}
		get := func(names ...string) string {
			for _, name := range names {
				if i := slices.Index(head, name); i >= 0 && fields[i] != "" {
					return fields[i]
				}
			}
			return ""
		}
		x := row{name: get("task", "file"), apart: o.Apart != "" &&
			slices.ContainsFunc(strings.Fields(get("features")), apart.MatchString)}
		for _, g := range o.Groups {
			names := strings.Fields(get(g))
			if len(names) == 0 {
				names = []string{"-"}
			}
			x.groups = append(x.groups, names)
		}
		m := expectation.FindString(get("expected"))
		if m == "" || !only.MatchString(x.name) || o.Daily && get("daily") == "" || n%max(o.Every, 1) != 0 {
			continue
		}
		if right, ok := except[x.name]; ok {
			m = right
		}
		x.want = strings.Split(strings.NewReplacer("true", "safe", "false", "unsafe").Replace(m), "|")
		x.args = strings.Fields(get("flags"))
		if model := get("data_model"); model != "" {
			x.args = append(x.args, "--data-model", model)
		}
		out = append(out, x)
	}
}

// run runs an input.
func (o *Options) run(ctx context.Context, x *row) (Outcome, string) {
	ctx, cancel := context.WithTimeout(ctx, 2*o.Limit+5*time.Second)
	defer cancel()
	args := append([]string{"verify"}, x.args...)
	if !slices.Contains(args, "--timeout") {
		args = append(args, "--timeout", o.Limit.String())
	}
	cmd := exec.CommandContext(ctx, o.Muster, append(args, x.name)...)
	cmd.Dir = o.Dir
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	first, _, _ := strings.Cut(out.String(), "\n")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Unknown, "no answer in time"
	case err != nil && !errors.As(err, &exit):
		return Crash, err.Error()
	}
	code := cmd.ProcessState.ExitCode()
	if code == 2 {
		first, _, _ = strings.Cut(complaint.String(), "\n")
	}
	return judge(first, code, x.want), first
}

// judge compares the first line of an answer, or the error, with what is expected.
func judge(line string, code int, want []string) Outcome {
	expected := func(s string, otherwise Outcome) Outcome {
		if slices.Contains(want, s) {
			return Right
		}
		return otherwise
	}
	switch {
	case code == 2:
		return expected("refused", Refused)
	case strings.HasPrefix(line, "unsafe"):
		return expected("unsafe", Alarm)
	case strings.HasPrefix(line, "safe up to"):
		return Bounded
	case strings.HasPrefix(line, "safe"):
		return expected("safe", Wrong)
	case strings.HasPrefix(line, "unknown"):
		return expected("unknown", Unknown)
	}
	return Crash
}

// Run runs a table, and writes what is not right and then how many rows of each group came to what. Wrong answers,
// alarms and crashes are an error.
func Run(ctx context.Context, out, errs io.Writer, o *Options) error {
	rows, err := read(o)
	if err != nil {
		return err
	}
	o.Muster, err = filepath.Abs(o.Muster)
	if err != nil {
		return err
	}
	tables := make([]measure.Counts, len(o.Groups))
	for k := range tables {
		tables[k].Names = outcomeNames[:]
	}
	rest := measure.Counts{Names: outcomeNames[:]}
	for i := range rows {
		x := &rows[i]
		got, line := o.run(ctx, x)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for k := range tables {
			tables[k].Add(x.groups[k], int(got))
		}
		if !x.apart {
			rest.Add(x.groups[0], int(got))
		}
		if got != Right {
			fmt.Fprintf(errs, "%s: want %s, got %s (%s)\n", x.name, strings.Join(x.want, " or "), line, got)
		}
	}
	for k := range tables {
		tables[k].Write(out, o.Groups[k], "rows")
	}
	t := &tables[0]
	if o.Apart != "" {
		rest.Write(out, o.Groups[0]+", without "+o.Apart, "rows")
	}
	if n := t.Total(int(Wrong)) + t.Total(int(Alarm)) + t.Total(int(Crash)); n > 0 {
		return fmt.Errorf("%d answers are wrong, or none", n)
	}
	return nil
}
