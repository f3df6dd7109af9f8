package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/fault"
)

// testTime ends tests that do not terminate because of a fault.
const testTime = 90 * time.Second

// quickFuzz is how long the fuzzer attacks a fault before the tests that take long do.
const quickFuzz = 20 * time.Second

// planter plants faults and runs what may detect them.
type planter struct {
	dir      string // for the changed file and the builds
	packages []pkg
	quick    bool
	fuzz     time.Duration
	family   string
	sound    map[string]time.Duration // how long the short tests take without a fault, by package and tags
}

// plant returns what detected the fault, "" if nothing did, or invalid. What detects many
// faults in little time comes first. It returns an error if the context ends first.
func (p *planter) plant(ctx context.Context, f fault.Fault) (by string, err error) {
	overlay, path, err := p.overlay(f)
	if err != nil {
		return "", err
	}
	if _, err := p.goCommand(ctx, "build", "-overlay", overlay, path); err != nil {
		return invalid, ctx.Err()
	}
	if f.Kind == fault.Rule {
		return p.rule(ctx, overlay)
	}
	for _, tags := range []string{"", "invariants"} {
		if by, err := p.short(ctx, overlay, path, tags); by != "" || err != nil {
			return by, err
		}
	}
	if by, err := p.attack(ctx, overlay, path, quickFuzz); by != "" || err != nil || p.quick {
		return by, err
	}
	if by, err := p.long(ctx, overlay, path); by != "" || err != nil {
		return by, err
	}
	return p.attack(ctx, overlay, path, p.fuzz)
}

// short runs the short tests of the package. They may take five times as long as without
// the fault, and ten seconds more since the machine may be busy.
func (p *planter) short(ctx context.Context, overlay, path, tags string) (by string, err error) {
	i := slices.IndexFunc(p.packages, func(q pkg) bool { return q.ImportPath == path })
	own := p.packages[i]
	if len(own.TestGoFiles)+len(own.XTestGoFiles) == 0 {
		return "", nil
	}
	key := tags + " " + path
	sound, known := p.sound[key]
	if !known {
		begin := time.Now()
		if out, err := p.test(ctx, own, "", tags, 10*testTime); err != nil {
			return "", fmt.Errorf("%s fails even without a fault: %s", path, failure(out))
		}
		sound = time.Since(begin)
		p.sound[key] = sound
	}
	out, err := p.test(ctx, own, overlay, tags, 5*sound+10*time.Second)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return strings.TrimSpace(tags+" "+strings.TrimPrefix(path, module)) + ": " + failure(out), nil
	}
	return "", nil
}

// test builds the tests of a package, with the overlay if there is one, and runs the short ones.
func (p *planter) test(ctx context.Context, own pkg, overlay, tags string, limit time.Duration) ([]byte, error) {
	program := filepath.Join(p.dir, "test")
	if out, err := p.goCommand(ctx, "test", "-c", "-vet=off", "-overlay", overlay, "-tags", tags, "-o", program,
		own.ImportPath); err != nil {
		return out, err
	}
	cmd := exec.CommandContext(ctx, program, "-test.short", "-test.failfast", "-test.timeout", limit.String())
	cmd.Dir = own.Dir
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// long runs all tests of the package and of its users, and the most important ones again
// with the build tag invariants.
func (p *planter) long(ctx context.Context, overlay, path string) (by string, err error) {
	all := users(p.packages, path)
	for _, tags := range []string{"", "invariants"} {
		if tags != "" {
			all = slices.DeleteFunc(all, func(user string) bool { return user != path && !slices.Contains(attackers, user) })
		}
		for _, user := range all {
			out, err := p.goCommand(ctx, "test", "-overlay", overlay, "-tags", tags, "-vet=off", "-failfast", "-timeout",
				testTime.String(), user)
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			if err != nil {
				return strings.TrimSpace(tags+" "+strings.TrimPrefix(user, module)) + ": " + failure(out), nil
			}
		}
	}
	return "", nil
}

// rule runs the tests of C programs, those of faults at last as far as they go.
func (p *planter) rule(ctx context.Context, overlay string) (by string, err error) {
	for _, tests := range [][]string{
		{"./verifier/driver", "-run", "^TestC([A-Z]|$)"}, {"./verifier/c/..."}, {"./verifier/driver", "-exec",
			"env MUSTER_LONG=1", "-run", "^TestCFaults$"},
	} {
		args := append([]string{"test", "-overlay", overlay, "-vet=off", "-failfast", "-timeout", (10 * testTime).String()},
			tests...)
		out, err := p.goCommand(ctx, args...)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			return tests[0] + ": " + failure(out), nil
		}
	}
	return "", nil
}

// overlay writes the changed file and the overlay for the build. It returns the name of
// the overlay and the package.
func (p *planter) overlay(f fault.Fault) (table, path string, err error) {
	source, err := os.ReadFile(f.At.Filename)
	if err != nil {
		return "", "", err
	}
	file, err := filepath.Abs(f.At.Filename)
	if err != nil {
		return "", "", err
	}
	for _, q := range p.packages {
		if q.Dir == filepath.Dir(file) {
			path = q.ImportPath
		}
	}
	changed := filepath.Join(p.dir, "changed.go")
	if err := os.WriteFile(changed, f.Plant(source), 0o666); err != nil {
		return "", "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		return "", "", err
	}
	table = filepath.Join(p.dir, "overlay.json")
	return table, path, os.WriteFile(table, text, 0o666)
}

type targetsOf struct{ path, names string }

// targets lists the fuzzer's targets for a package, by the beginning of its path.
var targets = []targetsOf{
	{module + "sat/dimacs", "dimacs"},
	{module + "sat", "cnf,proof,smt"},
	{module + "theory/project", "project"},
	{module + "theory/interpolate", "interpolate"},
	{module, "smt,mutant,terms"},
}

// attack runs the fuzzer for some time. A failing case counts only if it passes without the fault.
func (p *planter) attack(ctx context.Context, overlay, path string, long time.Duration) (by string, err error) {
	program, dir := filepath.Join(p.dir, "fuzz"), filepath.Join(p.dir, "findings")
	if out, err := p.goCommand(ctx, "build", "-overlay", overlay, "-o", program, "./cmd/fuzz"); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	defer os.RemoveAll(dir)
	i := slices.IndexFunc(targets, func(t targetsOf) bool { return strings.HasPrefix(path, t.path) })
	out, err := exec.CommandContext(ctx, program, "-first", "-target", targets[i].names, "-family", p.family, "-for",
		long.String(), "-dir", dir).CombinedOutput()
	if err == nil || ctx.Err() != nil {
		return "", ctx.Err()
	}
	m := findLine.FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("the fuzzer: %w: %s", err, lastLine(out))
	}
	target, seed, why := string(m[1]), string(m[2]), string(m[3])
	sound := filepath.Join(p.dir, "sound")
	if out, err := p.goCommand(ctx, "build", "-o", sound, "./cmd/fuzz"); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	out, err = exec.CommandContext(ctx, sound, "-first", "-target", target, "-family", p.family, "-seed", seed, "-cases",
		"1", "-dir", dir).CombinedOutput()
	if err != nil && ctx.Err() == nil {
		return "", fmt.Errorf("%s %s fails even without the fault; fix that first: %s", target, seed, lastLine(out))
	}
	return fmt.Sprintf("fuzz: %s %s: %s", target, seed, why[:min(len(why), 120)]), ctx.Err()
}

// findLine is the fuzzer's line for a failing case.
var findLine = regexp.MustCompile(`(?m)^\S*?([a-z]+)-([0-9]+)\.txt: (.*)$`)

func (p *planter) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.WaitDelay = time.Second
	return cmd.CombinedOutput()
}

// failure returns the name of the first failing test in the output of go test.
func failure(out []byte) string {
	for line := range bytes.Lines(out) {
		s := strings.TrimSpace(string(line))
		if rest, ok := strings.CutPrefix(s, "--- FAIL: "); ok {
			name, _, _ := strings.Cut(rest, " ")
			return name
		}
		if strings.HasPrefix(s, "panic: ") {
			return s[:min(len(s), 80)]
		}
	}
	return lastLine(out)
}

func lastLine(out []byte) string {
	s := strings.TrimSpace(string(out))
	s = s[strings.LastIndexByte(s, '\n')+1:]
	return s[:min(len(s), 120)]
}
