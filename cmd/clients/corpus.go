package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A program is an input of a client.
type program struct {
	client *client
	path   string
	expect string // what the client has to say; nothing for programs of the bench
	needs  string // a theory that Muster lacks
}

// base returns the name of the program's file.
func (p *program) base() string { return filepath.Base(p.path) }

// name returns the name of the program's file without its ending.
func (p *program) name() string { return strings.TrimSuffix(p.base(), p.client.ext) }

// programs lists the corpus of a client.
func (c *client) programs(o options) ([]program, error) {
	if c.bench != nil {
		return c.smallest(o.bench)
	}
	dir := c.corpus
	if dir == "" {
		dir = c.name
	}
	files, err := filepath.Glob(filepath.Join(o.corpus, dir, "*"+c.ext))
	if err != nil {
		return nil, err
	}
	var out []program
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		p := program{client: c, path: f}
		if p.expect, p.needs, err = header(text); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		out = append(out, p)
	}
	return out, nil
}

// fromEach is how many programs of each set of the bench a client runs on.
const fromEach = 5

// smallest lists the smallest programs of the client's sets.
func (c *client) smallest(bench string) ([]program, error) {
	var out []program
	for _, set := range c.bench {
		files, err := filepath.Glob(filepath.Join(bench, set, "*"+c.ext))
		if err != nil || bench == "" {
			return nil, err
		}
		size := map[string]int64{}
		for _, f := range files {
			info, err := os.Stat(f)
			if err != nil {
				return nil, err
			}
			size[f] = info.Size()
		}
		slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(size[a], size[b]) })
		for _, f := range files[:min(fromEach, len(files))] {
			out = append(out, program{client: c, path: f})
		}
	}
	return out, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// header reads what the first lines of a program say about it.
func header(text []byte) (expect, needs string, err error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	if expect = field(line, "expect:"); expect == "" {
		return "", "", fmt.Errorf("the first line is no comment with %q", "expect: ...")
	}
	line, _, _ = bytes.Cut(rest, []byte("\n"))
	return expect, field(line, "needs:"), nil
}

// field returns what follows a key in a line of comment.
func field(line []byte, key string) string {
	_, value, _ := strings.Cut(string(line), key)
	value = strings.TrimSpace(value)
	return strings.TrimSpace(strings.TrimSuffix(value, "*)"))
}

// chosen keeps the programs that the arguments name, or all without arguments.
func chosen(programs []program, only []string) []program {
	if len(only) == 0 {
		return programs
	}
	return slices.DeleteFunc(programs, func(p program) bool {
		return !slices.ContainsFunc(only, func(x string) bool {
			return x == p.client.name || x == path.Join(p.client.name, p.base()) || x == path.Join(p.client.name, p.name())
		})
	})
}
