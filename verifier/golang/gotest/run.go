package gotest

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/muster-smt/muster/verifier/process"
)

// Limits of what is executed.
const (
	building = 2 * time.Minute // of all packages that are not in the build cache
	running  = 10 * time.Second
)

// Expect is how a test is to fail.
type Expect struct {
	Kind string // as in kinds
	Text string // the value of an explicit panic as the runtime prints it, if it is known
	File string // where
	// The operation is in these lines. They may be 0 where the kind is Fail: then a test fails wherever it is.
	From, To int
	// Callers are the calls around it, at one of which a test may fail instead that calls t.Helper.
	Callers []Lines
}

// Lines are lines of a file.
type Lines struct {
	File     string
	From, To int
}

// Outcome is what came of a test.
type Outcome struct {
	Failed bool   // as it was to
	Why    string // else, after "the test did not fail: "
	Output string // the end of what go test wrote
	// Other is the kind of the panic that there is at the place instead, if it is of another kind.
	Other string
}

// Run executes a test of a package and looks whether it fails as it is to, until the context ends.
func (p *Package) Run(ctx context.Context, w *Written, x Expect, c Consent) Outcome {
	if why := p.Refused(c); why != "" {
		return Outcome{Why: why}
	}
	dir, err := os.MkdirTemp("", "muster")
	if err == nil {
		defer os.RemoveAll(dir)
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return Outcome{Why: err.Error()}
	}
	env, err := p.environment(ctx)
	if err != nil {
		return Outcome{Why: err.Error()}
	}
	r := &run{Package: p, env: env, temp: dir, limit: cmp.Or(p.Limit, running), shown: p.Dir}
	if inside(p.Dir, env.cache) {
		err = r.copied(ctx, w)
	} else {
		err = r.overlaid(w)
	}
	if err != nil {
		return Outcome{Why: err.Error()}
	}
	out, err := r.test(ctx, w)
	why := r.judge(out, err, w, x)
	return Outcome{Failed: why == "", Why: why, Output: out, Other: r.other}
}

// run is one execution.
type run struct {
	*Package
	env   *environment
	temp  string
	limit time.Duration
	dir   string   // where the go command works
	flags []string // of go test
	what  []string // the package
	shown string   // the directory of the package's files as traces have it
	other string   // Outcome.Other
}

// overlaid has the go command see the test among the files of the package, where they are.
func (r *run) overlaid(w *Written) error {
	replace := map[string]string{}
	if r.dir, r.what = r.Package.dir(), []string{"."}; !r.Own {
		r.what = []string{r.path()}
	}
	if !r.Own && !w.needsTests() { // others' tests may need what is not there
		tests, err := filepath.Glob(filepath.Join(r.Dir, "*_test.go"))
		if err != nil {
			return err
		}
		for _, t := range tests {
			replace[t] = ""
		}
	}
	if w.Stated != nil {
		file := filepath.Join(r.temp, "stated.go")
		if err := os.WriteFile(file, []byte(w.Stated.Text), 0o666); err != nil {
			return err
		}
		replace[w.Stated.File] = file
	}
	if w.File.Name != "" {
		file, at := filepath.Join(r.temp, "test.go"), filepath.Join(r.Dir, w.File.Name)
		if err := os.WriteFile(file, []byte(w.File.Text), 0o666); err != nil {
			return err
		}
		if replace[at] = file; len(r.Files) > 0 {
			r.what = append(append([]string(nil), r.Files...), at)
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	name := filepath.Join(r.temp, "overlay.json")
	r.flags = append(r.flags, "-overlay="+name)
	return os.WriteFile(name, text, 0o666)
}

// test runs go test. Its flags overrule those in the user's GOFLAGS that change what it writes.
func (r *run) test(ctx context.Context, w *Written) (string, error) {
	pattern := "^" + w.Name + "$"
	if w.fuzz() && w.File.Name != "" {
		pattern += "/^seed#0$" // among those of the fuzz target
	}
	args := append([]string{"test", "-run=" + pattern, "-count=1", "-vet=off", "-trimpath=false", "-json=false",
		"-v=false", "-timeout=" + r.limit.String()}, r.flags...)
	if r.Tags != "" {
		args = append(args, "-tags="+r.Tags)
	}
	return r.commandFor(ctx, building+r.limit, r.dir, append(args, r.what...)...)
}

func (p *Package) command(ctx context.Context, dir string, args ...string) (string, error) {
	return p.commandFor(ctx, building, dir, args...)
}

func (p *Package) commandFor(ctx context.Context, limit time.Duration, dir string, args ...string) (string, error) {
	env := append(os.Environ(), "PWD="+dir, "GOTRACEBACK=single")
	return process.Command{Dir: dir, Env: env, Name: "go", Args: args}.Run(ctx, limit)
}

// firstLine returns the line of an output that says what is wrong.
func firstLine(out string, err error) string {
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return err.Error()
}
