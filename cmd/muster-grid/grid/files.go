package grid

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"github.com/muster-smt/muster/verifier/prog"
)

// files reads the files of a job from the store. Each has to be what its hash says.
func (w *worker) files(ctx context.Context, j *Job, r *Request) error {
	for _, f := range j.Files {
		text, err := blob(ctx, w.programs, f.Hash)
		if err != nil {
			return err
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
