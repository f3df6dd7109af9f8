package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/fault"
)

// pkg is a package as go list describes it.
type pkg struct {
	ImportPath, Dir                             string
	GoFiles, Imports, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles                   []string
}

func listPackages(ctx context.Context, patterns ...string) ([]pkg, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-json"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []pkg
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
}

// find returns all faults that can be planted in packages and single files.
func find(ctx context.Context, chosen []string) ([]fault.Fault, error) {
	paths, err := sources(ctx, chosen)
	if err != nil {
		return nil, err
	}
	var faults []fault.Fault
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		faults = append(faults, fault.Find(files, f, source)...)
	}
	return faults, nil
}

// sources returns the files of packages, and the files that are named themselves, as paths from
// the root of the module.
func sources(ctx context.Context, chosen []string) ([]string, error) {
	var patterns, paths []string
	for _, c := range chosen {
		if strings.HasSuffix(c, ".go") {
			paths = append(paths, filepath.Clean(c))
		} else {
			patterns = append(patterns, c)
		}
	}
	if len(patterns) == 0 {
		return paths, nil
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	packages, err := listPackages(ctx, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		for _, name := range p.GoFiles {
			path, err := filepath.Rel(root, filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// users returns the packages whose tests use a package: the package itself, then the
// attackers, then the others by distance.
func users(all []pkg, path string) []string {
	distance := map[string]int{path: 0} // of the users of the package, in imports
	for todo := []string{path}; len(todo) > 0; todo = todo[1:] {
		for _, p := range all {
			if _, known := distance[p.ImportPath]; !known && slices.Contains(p.Imports, todo[0]) {
				distance[p.ImportPath] = distance[todo[0]] + 1
				todo = append(todo, p.ImportPath)
			}
		}
	}
	rank := map[string]int{}
	for _, p := range all {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		for _, i := range slices.Concat([]string{p.ImportPath}, p.TestImports, p.XTestImports) {
			if d, ok := distance[i]; ok {
				rank[p.ImportPath] = d + 1
				break
			}
		}
	}
	for _, p := range attackers {
		if _, ok := rank[p]; ok {
			rank[p] = 1
		}
	}
	rank[path] = 0
	return slices.SortedFunc(maps.Keys(rank), func(a, b string) int {
		return cmp.Or(rank[a]-rank[b], strings.Compare(a, b))
	})
}

const module = "github.com/muster-smt/muster/"

// attackers lists the packages whose tests run the whole solver against oracles.
var attackers = []string{module + "fuzz", module + "fuzz/satscript", module + "fuzz/smtscript", module + "theory/smt",
	module + "theory/solver"}
