package main

import (
	"io"
	"time"

	"github.com/muster-smt/muster/cmd/task"
)

// A gate hands on what is written until it is shut, so that a run that is left behind
// writes nothing between the words of the one who left it.
type gate struct {
	w    io.Writer
	free chan struct{} // has an element while nobody writes
}

func newGate(w io.Writer) *gate {
	g := &gate{w, make(chan struct{}, 1)}
	g.free <- struct{}{}
	return g
}

func (g *gate) Write(b []byte) (int, error) {
	<-g.free
	defer func() { g.free <- struct{}{} }()
	if g.w == nil {
		return 0, io.ErrClosedPipe
	}
	return g.w.Write(b)
}

// shut waits for a write to end, but not long: nobody may read what it writes.
func (g *gate) shut() {
	select {
	case <-g.free:
		g.w = nil
		g.free <- struct{}{}
	case <-time.After(task.Grace / 4):
	}
}
