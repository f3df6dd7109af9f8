package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/driver"
)

// noCache has no answers be kept.
const noCache = "off"

// answers returns where answers are kept: where a flag says or, of Go programs, in the cache of the user, as those of
// the go command are.
func (v *verifyOptions) answers(files []string) (*driver.Answers, error) {
	switch {
	case v.cache == noCache:
		return nil, nil
	case v.cache != "" || !task.AreGo(files):
		return answersIn(v.cache, v.Memory)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, nil // there is none
	}
	a, err := answersIn(filepath.Join(dir, "muster"), v.Memory)
	if err != nil {
		a = nil // nobody has asked for it
	}
	return a, nil
}

// answersIn returns where answers are kept: in a directory, or nowhere if it has no name.
func answersIn(dir string, memory task.ByteSize) (*driver.Answers, error) {
	if dir == "" {
		return nil, nil
	}
	store, err := cache.Open(dir, 0)
	if err != nil {
		return nil, fmt.Errorf("--cache: %w", err)
	}
	build, err := cache.Build()
	if err != nil {
		return nil, fmt.Errorf("--cache: what build of muster this is cannot be told: %w", err)
	}
	return &driver.Answers{Store: store, Build: build, Memory: int64(memory), ByText: true}, nil
}

// refusedContracts says which answers about procedures that were kept are not given.
func refusedContracts(w io.Writer, rep *driver.ModularReport) {
	for _, p := range rep.Procs {
		if p.Refused != nil {
			notGiven(w, fmt.Sprintf("procedure %s of %s", p.Name, rep.File), p.Refused)
		}
	}
}

// refused says that an answer which was kept is not given, since something is wrong with it.
func refused(w io.Writer, rep *driver.Report) {
	if rep.Refused != nil {
		notGiven(w, rep.File, rep.Refused)
	}
}

// notGiven says why an answer that was kept is not given.
func notGiven(w io.Writer, about string, why error) {
	what := "is not used"
	if errors.As(why, new(*driver.UncheckedError)) {
		what = "could not be checked"
	}
	fmt.Fprintf(w, "muster: the answer about %s in --cache %s, and it is verified anew: %v\n", about, what, why)
}
