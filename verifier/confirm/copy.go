package confirm

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c"
)

// copy writes the files that are compiled, and returns them with the flags that they need.
func (p *Program) copy(dir string, h *c.Harness) (args []string, err error) {
	var include, own []string // where files are that are included; the same for those that are copied
	for i, u := range p.Files[:p.Units] {
		where := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(where, 0o777); err != nil {
			return nil, err
		}
		name := filepath.Join(where, "unit.c")
		if strings.HasSuffix(u.Name, ".i") {
			name = filepath.Join(where, "unit.i")
		}
		if err := os.WriteFile(name, h.Inserted(int32(i), u), 0o666); err != nil {
			return nil, err
		}
		from, err := filepath.Abs(filepath.Dir(u.Name))
		if err != nil {
			return nil, err
		}
		include, own = append(include, "-iquote", from), append(own, "-iquote", where)
		args = append(args, name)
	}
	for i, d := range p.Options.Include {
		from, err := filepath.Abs(d)
		if err != nil {
			return nil, err
		}
		include, own = append(include, "-I", from), append(own, "-I", filepath.Join(dir, fmt.Sprint("include", i)))
	}
	beside, err := p.copyIncluded(h, include, own)
	if err != nil {
		return nil, err
	}
	for _, m := range p.Options.Define {
		args = append(args, "-D"+m)
	}
	name := filepath.Join(dir, "harness.c")
	return slices.Concat(own, include, beside, args, []string{name}), os.WriteFile(name, []byte(h.Text+defaults), 0o666)
}

// copyIncluded copies the files that the harness changes, from wherever files are included to the directory that is looked at before. It
// returns the flags with which files that are beside them are found.
func (p *Program) copyIncluded(h *c.Harness, include, own []string) (beside []string, err error) {
	for i := p.Units; i < len(p.Files); i++ {
		f := p.Files[i]
		if !h.Changes(int32(i)) {
			continue
		}
		name, err := filepath.Abs(f.Name)
		if err != nil {
			return nil, err
		}
		beside = append(beside, "-iquote", filepath.Dir(name))
		for k := 1; k < len(include); k += 2 {
			rel, err := filepath.Rel(include[k], name)
			if err != nil || !filepath.IsLocal(rel) {
				continue
			}
			to := filepath.Join(own[k], rel)
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				return nil, err
			}
			if err := os.WriteFile(to, h.Inserted(int32(i), f), 0o666); err != nil {
				return nil, err
			}
		}
	}
	return beside, nil
}
