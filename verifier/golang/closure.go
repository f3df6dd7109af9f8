package golang

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Closures remembers what packages consist of, for questions that follow each other at once.
type Closures struct {
	mu    sync.Mutex
	known map[string]found
}

// found is what was found under a name.
type found struct {
	text []byte
	err  error
}

// reader has a front end find what a program depends on.
type reader struct {
	read func(name string) ([]byte, error)
}

// Key implements front.Keyed. Names are those of files, as they are seen from here.
func (f Front) Key() string {
	dir, _ := os.Getwd()
	return fmt.Sprintf("Go %#v in %s", f.Options, dir)
}

// Closure returns what the package in a directory consists of, with its tests or without them: whatever a program that
// it is part of may depend on.
func (f Front) Closure(dir string, tests bool) ([]byte, error) {
	return f.Read(closureName(dir, tests))
}

// Read implements front.Reading, for files, and for what packages consist of.
func (f Front) Read(name string) ([]byte, error) {
	arg, ok := strings.CutPrefix(name, closurePrefix)
	switch {
	case !ok:
		return os.ReadFile(name)
	case arg == changed:
		return nil, errors.New("the package has changed while it was read")
	}
	if f.Closures == nil {
		return f.Options.closure(arg)
	}
	f.Closures.mu.Lock()
	defer f.Closures.mu.Unlock()
	x, ok := f.Closures.known[name]
	if !ok {
		x.text, x.err = f.Options.closure(arg)
		if f.Closures.known == nil {
			f.Closures.known = map[string]found{}
		}
		f.Closures.known[name] = x
	}
	return x.text, x.err
}

// Through implements front.Reading.
func (f Front) Through(read func(name string) ([]byte, error)) front.Reading {
	f.through = &reader{read}
	return f
}

// look has all be found on which the program depends, so that whoever keeps answers knows it.
func (f Front) look(files prog.Files, tests bool) {
	if f.through != nil {
		for _, x := range files {
			_, _ = f.through.read(closureName(x.Name, tests)) // Load says better what is wrong
		}
	}
}

// unchanged makes sure that a package, which has been read since, still consists of what look has found. If it does
// not, that is found to be an error, and nothing is kept.
func (f Front) unchanged(of *Package, files prog.Files, tests bool) {
	if f.through == nil {
		return
	}
	for _, x := range files {
		before, err := f.through.read(closureName(x.Name, tests))
		if now := of.closure(x.Name, tests); err != nil || !bytes.Equal(now, before) {
			_, _ = f.through.read(closurePrefix + changed)
		}
	}
}

// changed is what no package consists of.
const changed = "?"

// closure returns what a file or directory consisted of at some time after the package was read; nil if nobody knows.
func (p *Package) closure(file string, tests bool) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := closureName(file, tests)
	text, ok := p.since[name]
	if !ok {
		if p.since == nil {
			p.since = map[string][]byte{}
		}
		text, _ = p.opt.closure(strings.TrimPrefix(name, closurePrefix))
		p.since[name] = text
	}
	return text
}

// seen has files be found that reports name.
func (f Front) seen(files prog.Files) {
	if f.through != nil {
		for _, x := range files {
			_, _ = f.through.read(x.Name)
		}
	}
}

// closurePrefix begins the names of what packages consist of.
const closurePrefix = "go list "

func closureName(file string, tests bool) string {
	if tests {
		return closurePrefix + "-test " + file
	}
	return closurePrefix + file
}

// listed is what is listed of each package that one imports, and of itself: how it is compiled, and its files.
const listed = `{{.ImportPath}}|{{.Dir}}|{{.DepOnly}}|{{with .Module}}{{.GoVersion}}{{end}}|` +
	`{{context.GOOS}} {{context.GOARCH}} {{context.Compiler}} {{context.ReleaseTags}} {{context.CgoEnabled}}` +
	`{{if not .Standard}}{{range .CgoFiles}}|cgo{{end}}{{end}}` + "\t" +
	`{{range .GoFiles}}|{{.}}{{end}}{{range .CgoFiles}}|{{.}}{{end}}`

// closure returns what a package consists of: its packages with their settings, and their files with hashes of what is
// in them. The go command lists them; it neither compiles anything nor runs cgo for that. Where cgo makes a part of a
// package that is not of the library, nobody knows what that depends on.
func (o *Options) closure(arg string) ([]byte, error) {
	arg, tests := strings.CutPrefix(arg, "-test ")
	dir, pattern, file := o.locate(arg)
	args := append([]string{"list", "-deps", "-f", listed}, o.buildFlags()...)
	if tests {
		args = append(args, "-test")
	}
	cmd := exec.Command("go", append(args, "--", pattern)...)
	cmd.Dir = dir
	list, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	of := file == ""
	for line := range strings.Lines(string(list)) {
		head, names, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			return nil, errors.New("no list of packages")
		}
		at := strings.Split(head, "|")
		if strings.HasSuffix(at[0], ".test") { // the command that runs tests
			continue
		}
		if at[len(at)-1] == "cgo" {
			return nil, fmt.Errorf("package %s uses cgo", at[0])
		}
		out.WriteString(line)
		for _, name := range strings.Split(names, "|")[1:] {
			of = of || name == file && at[2] == "false"
			if err := writeSum(&out, filepath.Join(at[1], name)); err != nil {
				return nil, err
			}
		}
	}
	if !of {
		return nil, fmt.Errorf("no package that is listed has %s", file)
	}
	return out.Bytes(), nil
}

// writeSum writes the hash of a file.
func writeSum(out *bytes.Buffer, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%x\n", sha256.Sum256(text))
	return nil
}
