package confirm

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c"
)

// copy writes the files that are compiled, and returns them with the flags that they need. The translation units, and
// files that they include and the harness changes, are where they were, but below a root of their own, and looked for
// there first.
func (p *Program) copy(dir string, h *c.Harness) (args []string, err error) {
	root := filepath.Join(dir, "copy")
	include := func(flag, from string) error {
		from, err := filepath.Abs(from)
		if err == nil {
			args = append(args, flag, below(root, from), flag, from)
			err = os.MkdirAll(below(root, from), 0o777)
		}
		return err
	}
	var units []string
	for i, f := range p.Files {
		unit := i < p.Units
		if !unit && !h.Changes(int32(i)) {
			continue
		}
		name, err := filepath.Abs(f.Name)
		if err == nil {
			err = include("-iquote", filepath.Dir(name))
		}
		if err != nil {
			return nil, err
		}
		to := below(root, name)
		if unit {
			to = filepath.Join(filepath.Dir(to), fmt.Sprint("unit", i, ".c")) // whatever it is packed by
			if strings.HasSuffix(f.Name, ".i") {
				to = strings.TrimSuffix(to, "c") + "i"
			}
			units = append(units, to)
		}
		if err := os.WriteFile(to, h.Inserted(int32(i), f), 0o666); err != nil {
			return nil, err
		}
	}
	for _, d := range p.Options.Include {
		if err := include("-I", d); err != nil {
			return nil, err
		}
	}
	for _, m := range p.Options.Define {
		args = append(args, "-D"+m)
	}
	name := filepath.Join(dir, "harness.c")
	return slices.Concat(args, units, []string{name}), os.WriteFile(name, []byte(h.Text+defaults), 0o666)
}

// below returns where an absolute path is below another root.
func below(root, path string) string {
	return filepath.Join(root, strings.TrimPrefix(path, filepath.VolumeName(path)))
}
