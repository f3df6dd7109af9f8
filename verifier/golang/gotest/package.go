package gotest

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Package is the package that a test belongs to, and how it is found.
type Package struct {
	Types *types.Package // of a fuzz target in an external test package: that
	Dir   string         // where its files are
	Files []string       // these alone, if they were named; else all of the directory that are built
	Tags  string         // build tags, as -tags has them
	From  string         // where the go command finds the package by its path
	// Module is the module that the package belongs to; nil if it is in none, or in the standard library.
	Module *Module
	// Own says that the package is of the main module, of one of a workspace, or of files that were named.
	Own bool
	// Limit is how long a test may run; 0: 10 s.
	Limit time.Duration
}

// Module is a module.
type Module struct{ Path, Version, Dir string }

// Consent says which packages may be executed. Who asks about a program says it, never the program.
type Consent uint8

// The consents.
const (
	Nothing  Consent = iota // no package
	Own                     // those of the main module, as go test executes them
	Anything                // those of other modules, too
)

// Refused says why a package is not executed; nothing if it may be.
func (p *Package) Refused(c Consent) string {
	switch {
	case c == Nothing:
		return "nothing is executed"
	case c == Own && !p.Own && p.Module != nil:
		return "the package is of module " + p.Module.Path + ", which is not executed unless that is asked for"
	case c == Own && !p.Own:
		return "the package is of the standard library, which is not executed unless that is asked for"
	}
	return ""
}

// path returns how the go command names the package.
func (p *Package) path() string {
	return strings.TrimSuffix(p.Types.Path(), "_test")
}

// Save writes a file of a test, such as Keep of one that fails, below a directory.
func (f File) Save(dir string) error {
	name := filepath.Join(dir, filepath.FromSlash(f.Name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(f.Text), 0o666)
}

// environment is what the go command says of itself.
type environment struct{ root, cache, mod, work string }

func (p *Package) environment(ctx context.Context) (*environment, error) {
	out, err := p.command(ctx, p.dir(), "env", "-json=false", "GOROOT", "GOMODCACHE", "GOMOD", "GOWORK")
	if err != nil {
		return nil, fmt.Errorf("go env: %s", firstLine(out, err))
	}
	lines := strings.Split(out, "\n")
	if len(lines) < 4 {
		return nil, errors.New("go env says too little")
	}
	return &environment{root: lines[0], cache: lines[1], mod: lines[2], work: lines[3]}, nil
}

// dir returns the directory in which the go command works.
func (p *Package) dir() string {
	if p.Own || p.From == "" {
		return p.Dir
	}
	return p.From
}

// inside reports whether a file is in a directory, or below it.
func inside(file, dir string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && dir != "" && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
