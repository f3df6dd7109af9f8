package suites

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	Dir    string        // of a checkout
	Limit  time.Duration // elapsed, for each test
	Only   string        // only files whose name this regexp matches
}

// Outcome is how an answer compares with what is expected.
type Outcome int

// The outcomes.
const (
	Equal   Outcome = iota
	Fewer           // something is not decided
	Refused         // by a construct
	Differs
	outcomes
)

var outcomeNames = [outcomes]string{"equal", "fewer", "refused", "differing"}

// String returns the name of an outcome.
func (o Outcome) String() string { return outcomeNames[o] }

// test is a run of Muster, and what is expected of it.
type test struct {
	file string      // below the directory
	args []string    // all but the binary, the limit and the file
	libs []string    // files behind that
	want expectation // nil if it is not known
}

// answer is what a run says.
type answer struct {
	code     int // -1: it was killed
	out, err string
}

// expectation compares an answer. Why says what was expected and is not there, or what was refused.
type expectation interface {
	compare(a answer) (o Outcome, why string)
}

// find reads the tests in a file. It returns none if the file is no test.
func find(dir, file string) ([]test, error) {
	switch filepath.Ext(file) {
	case ".bpl":
		return programs(dir, file)
	case ".smt2":
		return script(dir, file)
	}
	return nil, nil
}

// Run runs all tests of a checkout. It writes those that are not equal to errs, and how many came to what to out,
// with the constructs that were refused. Answers that differ are an error.
func Run(ctx context.Context, out, errs io.Writer, o *Options) error {
	only, err := regexp.Compile(o.Only)
	if err != nil {
		return err
	}
	if o.Muster, err = exec.LookPath(o.Muster); err != nil {
		return err
	}
	if o.Muster, err = filepath.Abs(o.Muster); err != nil {
		return err
	}
	sum := tally{counts: measure.Counts{Names: outcomeNames[:]}, refused: map[string]int{}}
	err = filepath.WalkDir(o.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file, err := filepath.Rel(o.Dir, path)
		if err != nil || !only.MatchString(filepath.ToSlash(file)) {
			return err
		}
		tests, err := find(o.Dir, file)
		if err != nil {
			return err
		}
		for i := range tests {
			t := &tests[i]
			if t.want == nil {
				sum.left++
				continue
			}
			got, why := t.want.compare(o.run(ctx, t))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			sum.add(filepath.ToSlash(file), got, why)
			if got != Equal {
				fmt.Fprintf(errs, "%s: %s: %s\n", filepath.ToSlash(file), got, why)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	sum.write(out)
	if n := sum.counts.Total(int(Differs)); n > 0 {
		return fmt.Errorf("%d answers differ", n)
	}
	return nil
}

// run runs Muster where the file is.
func (o *Options) run(ctx context.Context, t *test) answer {
	ctx, cancel := context.WithTimeout(ctx, 2*o.Limit+5*time.Second)
	defer cancel()
	args := append(slices.Clone(t.args), "--timeout", o.Limit.String(), filepath.Base(t.file))
	cmd := exec.CommandContext(ctx, o.Muster, append(args, t.libs...)...)
	cmd.Dir = filepath.Join(o.Dir, filepath.Dir(t.file))
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return answer{code: -1, err: err.Error()}
	}
	return answer{cmd.ProcessState.ExitCode(), out.String(), complaint.String()}
}

// firstLine returns the first line of a text.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
