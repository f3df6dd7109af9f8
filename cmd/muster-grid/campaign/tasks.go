package campaign

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/muster-smt/muster/cmd/task"
)

// Task is a program and what is asked about it.
type Task struct {
	File     string   // as the list, or the command line, spells it
	Path     string   // that is read; empty: that of File
	Property string   // of a task definition
	Expected string   // the verdict that the definition expects: true or false
	Names    []string // of the program's files
	Flags    []string // beside those of the campaign
}

// Name names a task for people.
func (t *Task) Name() string {
	if t.Property == "" {
		return t.File
	}
	return t.File + " " + strings.TrimSuffix(filepath.Base(t.Property), filepath.Ext(t.Property))
}

// Key tells tasks apart, as that of Line.
func (t *Task) Key() string { return key(cmp.Or(t.Path, t.File), t.Property) }

// elsewhere returns the path if it is another one than the name.
func (t *Task) elsewhere() string {
	if t.Path == t.File {
		return ""
	}
	return t.Path
}

// key tells tasks apart: by the path, since two lists may spell two files alike.
func key(path, property string) string { return filepath.Clean(path) + "\x00" + property }

// definitions end the names of task definitions of BenchExec, and sets those of lists of patterns of them.
var (
	definitions = []string{".yml", ".yaml"}
	sets        = []string{".set"}
)

// Gather returns the tasks that arguments mean: programs, directories, patterns, task definitions of BenchExec, and
// lists of all of these, which are the files with other names.
func Gather(args []string) (tasks []Task, err error) {
	for _, arg := range args {
		found, err := of(arg, nil)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, found...)
	}
	seen := map[string]bool{}
	tasks = slices.DeleteFunc(tasks, func(t Task) bool {
		k := t.Key()
		again := seen[k]
		seen[k] = true
		return again
	})
	return tasks, nil
}

// of returns the tasks of an argument, which may be within lists.
func of(arg string, within []string) ([]Task, error) {
	info, err := os.Stat(arg)
	switch {
	case err == nil && !info.IsDir() && slices.Contains(definitions, filepath.Ext(arg)):
		return defined(arg)
	case err == nil && !info.IsDir() && slices.Contains(sets, filepath.Ext(arg)):
		return listed(arg, filepath.Dir(arg), within)
	case err == nil && !info.IsDir() && !task.IsProgram(arg):
		return listed(arg, "", within)
	}
	files, _, err := task.Gather([]string{arg}, true)
	if err != nil {
		return nil, err
	}
	var out []Task
	for _, f := range files {
		if slices.Contains(definitions, filepath.Ext(f)) {
			found, err := defined(f)
			if err != nil {
				return nil, err
			}
			out = append(out, found...)
			continue
		}
		out = append(out, Task{File: f, Names: []string{f}})
	}
	return out, nil
}

// listed returns the tasks of a list: one in a line, but for empty lines and those that begin with #. Names are seen
// from a directory or, if that is not said, from the present one, else from that of the list.
func listed(list, dir string, within []string) (out []Task, err error) {
	if slices.Contains(within, filepath.Clean(list)) {
		return nil, fmt.Errorf("%s: the list is within itself", list)
	}
	within = append(within[:len(within):len(within)], filepath.Clean(list))
	f, err := os.Open(list)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for line := 1; s.Scan(); line++ {
		name := strings.TrimSpace(s.Text())
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		found, err := entry(list, dir, name, within)
		if err != nil {
			return nil, fmt.Errorf("%s:%d:1: %w", list, line, err)
		}
		out = append(out, found...)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", list, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: the list names no tasks", list)
	}
	return out, nil
}

// entry returns the tasks of a line of a list.
func entry(list, dir, name string, within []string) ([]Task, error) {
	path, pattern := name, strings.ContainsAny(name, "*?[")
	beside := filepath.Join(filepath.Dir(list), name)
	switch {
	case filepath.IsAbs(name) || exists(name) && dir == "":
	case dir != "":
		path = filepath.Join(dir, name)
	case exists(beside):
		path = beside
	case pattern:
		if found, err := of(name, within); err == nil {
			return found, nil
		}
		path = beside
	}
	file := exists(path) && !isDir(path)
	found, err := of(path, within)
	switch {
	case err != nil && (file && slices.Contains(definitions, filepath.Ext(path)) || !file && !pattern && !isDir(path)):
		return []Task{{File: name, Path: path, Names: []string{path}}}, nil // its line says that it cannot be read
	case err != nil:
		return nil, err
	case file && (task.IsProgram(path) || slices.Contains(definitions, filepath.Ext(path))) || !exists(path) && !pattern:
		for i := range found {
			found[i].File, found[i].Path = name, path
		}
	}
	return found, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// definition is what a task definition of BenchExec says.
type definition struct {
	Version    string `yaml:"format_version"`
	Input      any    `yaml:"input_files"` // a name or a list of names
	Properties []struct {
		File     string `yaml:"property_file"`
		Expected any    `yaml:"expected_verdict"`
	} `yaml:"properties"`
	Options struct {
		Language string `yaml:"language"`
		Model    string `yaml:"data_model"`
	} `yaml:"options"`
}

// defined returns the tasks of a task definition: one for each property.
func defined(file string) (out []Task, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var d definition
	if err := yaml.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var names []string
	switch in := d.Input.(type) {
	case string:
		names = []string{in}
	case []any:
		for _, x := range in {
			names = append(names, fmt.Sprint(x))
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: the task definition names no input_files", file)
	}
	for i, n := range names {
		if !filepath.IsAbs(n) {
			names[i] = filepath.Join(filepath.Dir(file), n)
		}
	}
	var flags []string
	if d.Options.Model != "" && d.Options.Language != "Boogie" {
		flags = append(flags, "--data-model="+d.Options.Model)
	}
	if len(d.Properties) == 0 {
		return []Task{{File: file, Names: names, Flags: flags}}, nil
	}
	for _, p := range d.Properties {
		t := Task{File: file, Property: p.File, Names: names, Flags: slices.Clone(flags)}
		if p.Expected != nil {
			t.Expected = fmt.Sprint(p.Expected)
		}
		path := p.File
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		t.Flags = append(t.Flags, "--prp="+path)
		out = append(out, t)
	}
	return out, nil
}
