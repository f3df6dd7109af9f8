package grid

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"github.com/muster-smt/muster/verifier/prog"
)

// errLarge says that the files of a job are larger than they may be.
var errLarge = fmt.Errorf("its files are larger than %d MiB together", maxFiles>>20)

// files reads the files of a job from the store. Each has to be what its hash says.
func (w *worker) files(ctx context.Context, j *Job, r *Request) error {
	said, all := 0, 0
	for _, f := range j.Files {
		if said += max(0, f.Size); said > maxFiles {
			return errLarge // before anything is read
		}
	}
	for _, f := range j.Files {
		text, err := blob(ctx, w.programs, j.stored(f.Hash))
		if err != nil {
			return err
		}
		if all += len(text); all > maxFiles {
			return errLarge
		}
		r.Files = append(r.Files, prog.File{Name: f.Name, Text: text})
	}
	return nil
}

// randomID names what is new on a grid.
func randomID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // which never fails
	return hex.EncodeToString(b[:])
}
