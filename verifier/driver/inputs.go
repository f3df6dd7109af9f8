package driver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/muster-smt/muster/verifier/front"
)

// inputs are what a front end finds beside the files of a question. Each name is looked up once, so all programs that
// are read on the way to an answer are made of the same texts, and what is kept of these is what was read.
type inputs struct {
	from front.Reading
	mu   sync.Mutex
	all  map[string]found
}

// found is what is found under a name.
type found struct {
	text []byte
	err  error
}

// noInput is in place of the hash of what there is not.
const noInput = "none"

// input says what is found under a name, by its hash.
type input struct{ Name, Sum string }

// throughInputs returns the front end that takes what it finds from new inputs, if it looks at more than the files that
// it is given.
func throughInputs(f front.Front) (front.Front, *inputs) {
	in := &inputs{all: map[string]found{}}
	if x, ok := f.(front.Reading); ok {
		in.from = x
		return x.Through(func(name string) ([]byte, error) {
			y := in.find(name)
			return y.text, y.err
		}), in
	}
	return f, in
}

// find returns what is found under a name, by looking there the first time.
func (in *inputs) find(name string) found {
	in.mu.Lock()
	defer in.mu.Unlock()
	x, ok := in.all[name]
	if !ok {
		x.text, x.err = in.from.Read(name)
		in.all[name] = x
	}
	return x
}

// sum says what was found, if that can be told again: of a file that cannot be read, nobody knows what is in it.
func (x *found) sum() (sum string, ok bool) {
	switch {
	case errors.Is(x.err, fs.ErrNotExist):
		return noInput, true
	case x.err != nil:
		return "", false
	}
	s := sha256.Sum256(x.text)
	return hex.EncodeToString(s[:]), true
}

// list returns what was found so far, by name; ok is false if that cannot be told again, as of names that JSON changes.
func (in *inputs) list() (out []input, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for name, x := range in.all {
		sum, ok := x.sum()
		if !ok || !utf8.ValidString(name) {
			return nil, false
		}
		out = append(out, input{name, sum})
	}
	slices.SortFunc(out, func(a, b input) int { return strings.Compare(a.Name, b.Name) })
	return out, true
}

// same reports whether a front end finds what it has found before.
func (in *inputs) same(ctx context.Context, before []input) bool {
	if len(before) > 0 && in.from == nil {
		return false
	}
	for _, x := range before {
		if ctx.Err() != nil {
			return false
		}
		now := in.find(x.Name)
		if sum, ok := now.sum(); !ok || sum != x.Sum {
			return false
		}
	}
	return true
}

// text returns the text of a file that was found.
func (in *inputs) text(name string) (text []byte, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	x, ok := in.all[name]
	return x.text, ok && x.err == nil
}
