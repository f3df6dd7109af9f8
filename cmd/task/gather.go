package task

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Gather returns the files that arguments name, without those that an argument before names, and whether each is a task
// of its own: if one argument is a directory or a pattern, or if that is asked for. Else they are one program.
func Gather(args []string, each bool) (files []string, tasks bool, err error) {
	tasks = each
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case arg == "-", IsGoPackage(arg), IsGoPattern(arg):
			files = append(files, arg)
			continue
		case err == nil && info.IsDir():
		case err == nil || !strings.ContainsAny(arg, "*?["):
			files = append(files, arg) // whether it can be read is seen when it is
			continue
		}
		tasks = true
		found, err := expand(arg, err == nil)
		if err != nil {
			return nil, false, &InputError{Err: err}
		}
		files = append(files, found...)
	}
	if !tasks {
		return files, false, nil // one program: Boogie refuses what is declared twice
	}
	seen := map[string]bool{}
	files = slices.DeleteFunc(files, func(f string) bool {
		again := seen[f]
		seen[f] = true
		return again
	})
	return files, true, nil
}

// expand returns the programs in a directory and those below it, or the files that a pattern means, in alphabetical
// order.
func expand(arg string, dir bool) (files []string, err error) {
	root, wanted := arg, IsProgram
	if !dir {
		pattern := strings.Split(filepath.ToSlash(arg), "/")
		if _, err := filepath.Match(strings.Join(pattern, "/"), ""); err != nil {
			return nil, fmt.Errorf("%s: %w", arg, err)
		}
		root = fixed(pattern)
		wanted = func(name string) bool { return matches(pattern, strings.Split(filepath.ToSlash(name), "/")) }
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return filepath.SkipDir
			}
		case !d.IsDir() && wanted(path):
			files = append(files, path)
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(files) == 0 && !dir:
		return nil, fmt.Errorf("%s: no such files", arg)
	case err == nil && len(files) == 0:
		return nil, fmt.Errorf("%s: no programs: no file's name ends in %s", arg, strings.Join(programs, ", "))
	}
	return files, err
}

// programs end the names of programs in directories. They may be compressed.
var programs = []string{".bpl", ".c", ".i"}

// IsProgram reports whether a file is a program by its name, which may say that it is compressed.
func IsProgram(name string) bool {
	for _, z := range []string{".gz", ".xz", ".zst"} {
		name = strings.TrimSuffix(name, z)
	}
	return slices.Contains(programs, filepath.Ext(name))
}

// fixed returns the directory that all files of a pattern are in.
func fixed(pattern []string) string {
	n := slices.IndexFunc(pattern, func(s string) bool { return strings.ContainsAny(s, "*?[") })
	switch dir := strings.Join(pattern[:n], "/"); {
	case n == 0:
		return "."
	case dir == "":
		return "/"
	default:
		return filepath.FromSlash(dir)
	}
}

// matches reports whether a pattern means a path. ** means any number of directories.
func matches(pattern, path []string) bool {
	switch {
	case len(pattern) == 0 || len(path) == 0:
		return len(pattern) == len(path)
	case pattern[0] == "**":
		return matches(pattern[1:], path) || matches(pattern, path[1:])
	}
	ok, _ := filepath.Match(pattern[0], path[0])
	return ok && matches(pattern[1:], path[1:])
}
