package gotest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mostCopied is how many bytes a module may have that is copied.
const mostCopied = 1 << 29

var errCopied = errors.New("the module is too large to be copied")

// copied copies the module of a package, adds the test, and has the go command take the copy in its place. What is in
// the module cache can be neither written nor overlaid.
func (r *run) copied(ctx context.Context, w *Written) error {
	m := r.Module
	if m == nil || m.Dir == "" {
		return errors.New("the module of the package is not known")
	}
	rel, err := filepath.Rel(m.Dir, r.Package.Dir)
	if err != nil {
		return err
	}
	copy := filepath.Join(r.temp, "module")
	without := rel
	if w.needsTests() {
		without = ""
	}
	if err := copyModule(copy, m.Dir, without); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(copy, "go.mod")); err != nil {
		if err := (File{"go.mod", "module " + m.Path + "\n"}).Save(copy); err != nil {
			return err
		}
	}
	r.shown = filepath.Join(copy, rel)
	if w.File.Name != "" {
		if err := w.File.Save(r.shown); err != nil {
			return err
		}
	}
	if s := w.Stated; s != nil {
		if !inside(s.File, m.Dir) {
			return errors.New("what is stated is in another module")
		}
		if err := os.WriteFile(r.place(s.File), []byte(s.Text), 0o666); err != nil {
			return err
		}
	}
	r.dir, r.what = r.Package.dir(), []string{r.path()}
	if r.env.work != "" && r.env.work != "off" {
		return errors.New("the package is of the module cache, and found by a workspace")
	}
	return r.replaced(ctx, copy)
}

// replaced makes a go.mod in which the copy of the module stands for it.
func (r *run) replaced(ctx context.Context, copy string) error {
	mod := filepath.Join(r.temp, "go.mod")
	if _, err := copyFile(mod, r.env.mod); err != nil {
		return err
	}
	sums := strings.TrimSuffix(r.env.mod, ".mod") + ".sum"
	if _, err := copyFile(filepath.Join(r.temp, "go.sum"), sums); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old := r.Module.Path
	if r.Module.Version != "" {
		old += "@" + r.Module.Version
	}
	if out, err := r.command(ctx, r.temp, "mod", "edit", "-json=false", "-replace="+old+"="+copy, mod); err != nil {
		return fmt.Errorf("go mod edit: %s", firstLine(out, err))
	}
	r.flags = append(r.flags, "-modfile="+mod)
	return nil
}

// copyModule copies the files of a module, but for the tests of one package, if it is named: they may need what is not
// there.
func copyModule(to, from, without string) error {
	left := int64(mostCopied)
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		case !d.Type().IsRegular(), filepath.Dir(rel) == without && strings.HasSuffix(rel, "_test.go"):
			return nil
		}
		n, err := copyFile(filepath.Join(to, rel), name)
		if left -= n; left < 0 {
			return errCopied
		}
		return err
	})
}

func copyFile(to, from string) (n int64, err error) {
	in, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, in)
	return n, errors.Join(err, out.Close())
}
