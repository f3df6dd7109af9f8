package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// A world is a directory in which all clients find one solver.
type world struct {
	name  string
	dir   string
	ready map[*client]error // of what precedes a client's first program
}

// An answer is what a client did with a program.
type answer struct {
	verdict
	wall   time.Duration
	absent bool // there is no such solver
	late   bool // the limit ended it
}

// stands lists what answers in the reference world under the names that clients expect.
var stands = map[string][]string{
	"z3":     {"z3"},
	"cvc4":   {"cvc4"},
	"kissat": {"kissat", "cadical"},
	"muster": {}, // nothing else reads it
}

// makeWorlds makes the directories of the reference solvers and of Muster.
func makeWorlds(dir string, o options) ([2]world, error) {
	var out [2]world
	for i, name := range [...]string{"reference", "muster"} {
		w := world{name, filepath.Join(dir, name), map[*client]error{}}
		for _, sub := range [...]string{"bin", "home"} {
			if err := os.MkdirAll(filepath.Join(w.dir, sub), 0o777); err != nil {
				return out, err
			}
		}
		for link, found := range stands {
			target := o.muster
			if name == "reference" {
				target = o.reference
				if link != "z3" || target == "" {
					target = onPath(found)
				}
			}
			path := w.solver(link)
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return out, err
			}
			if target == "" {
				continue
			}
			if err := os.Symlink(target, path); err != nil {
				return out, err
			}
		}
		out[i] = w
	}
	return out, nil
}

// onPath returns the path of the first of some programs that is installed.
func onPath(names []string) string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// solver returns the path of the solver under some name.
func (w *world) solver(name string) string { return filepath.Join(w.dir, "bin", name) }

// prepare copies the client's corpus and writes its configuration.
func (w *world) prepare(ctx context.Context, limit time.Duration, p program) error {
	c := p.client
	if err, done := w.ready[c]; done {
		return err
	}
	w.ready[c] = func() error {
		if err := os.MkdirAll(filepath.Join(w.dir, c.name), 0o777); err != nil {
			return err
		}
		if err := os.MkdirAll(w.home(c), 0o777); err != nil {
			return err
		}
		if c.bench == nil {
			files, err := os.ReadDir(filepath.Dir(p.path))
			if err != nil {
				return err
			}
			for _, f := range files {
				if err := w.copy(c, filepath.Join(filepath.Dir(p.path), f.Name())); err != nil {
					return err
				}
			}
		}
		if c.config != "" {
			if err := os.WriteFile(filepath.Join(w.home(c), c.config), []byte(w.expand(c.text, p)), 0o666); err != nil {
				return err
			}
		}
		if c.setup == nil {
			return nil
		}
		out, _, err := w.exec(ctx, limit, p, c.setup)
		if err != nil {
			return fmt.Errorf("setup: %w: %s", err, measure.FirstLine(out))
		}
		return nil
	}()
	return w.ready[c]
}

func (w *world) copy(c *client, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.dir, c.name, filepath.Base(name)), text, 0o666)
}

func (w *world) home(c *client) string { return filepath.Join(w.dir, "home", c.name) }

// expand fills in the placeholders of a command.
func (w *world) expand(text string, p program) string {
	return strings.NewReplacer("{solver}", w.solver(p.client.solver), "{program}", p.base(), "{name}", p.name(),
		"{home}", w.home(p.client), "{dir}", filepath.Join(w.dir, p.client.name)).Replace(text)
}

// answer runs a client on a program.
func (w *world) answer(ctx context.Context, limit time.Duration, p program) (a answer) {
	if !exists(w.solver(p.client.solver)) {
		return answer{verdict: verdict{sum: "no " + p.client.solver}, absent: true}
	}
	err := w.prepare(ctx, limit, p)
	if err == nil && p.client.bench != nil {
		err = w.copy(p.client, p.path)
	}
	if err != nil {
		a.sum = err.Error()
		return a
	}
	for _, args := range p.client.build {
		if out, _, err := w.exec(ctx, limit, p, args); err != nil {
			a.sum = fmt.Sprintf("not built: %v: %s", err, measure.FirstLine(out))
			return a
		}
	}
	if p.client.slow {
		limit *= 10
	}
	var all strings.Builder
	for _, args := range p.client.run {
		out, took, err := w.exec(ctx, limit, p, args)
		all.WriteString(out)
		a.wall += took
		if errors.Is(err, errLimit) {
			a.sum, a.late = "no end within "+limit.String(), true
			break
		}
	}
	log := filepath.Join(w.dir, p.client.name, p.base()+".said")
	if err := os.WriteFile(log, []byte(all.String()), 0o666); err != nil {
		a.sum = err.Error()
	}
	if a.sum == "" {
		a.verdict = p.client.read(all.String())
	}
	return a
}

var errLimit = errors.New("stopped by the limit")

// exec runs a command of a client. It returns all that it prints, and the time.
func (w *world) exec(ctx context.Context, limit time.Duration, p program, args []string) (string, time.Duration,
	error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = w.expand(a, p)
	}
	path := "PATH=" + filepath.Join(w.dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = filepath.Join(w.dir, p.client.name)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(x string) bool { return strings.HasPrefix(x, "PATH=") }),
		path, "PWD="+cmd.Dir, "HOME="+w.home(p.client))
	cmd.WaitDelay = 2 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	measure.OwnGroup(cmd)
	begin := time.Now()
	err := cmd.Run()
	took := time.Since(begin)
	if ctx.Err() != nil {
		err = errLimit
	}
	return out.String(), took, err
}
