package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// monitor keeps the progress of a run and shows it on a terminal.
type monitor[State any] struct {
	w     io.Writer
	line  func(State, time.Duration) string // describes it in one line
	start time.Time
	quit  chan struct{} // nil if nothing is shown
	done  chan struct{}
	once  sync.Once

	mu    sync.Mutex
	state State
}

// showEvery is the time between two updates of the line on the terminal.
const showEvery = 200 * time.Millisecond

// newMonitor starts a monitor; it writes only to a terminal.
func newMonitor[State any](w io.Writer, line func(State, time.Duration) string) *monitor[State] {
	m := &monitor[State]{w: w, line: line, start: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		m.quit, m.done = make(chan struct{}), make(chan struct{})
		go m.show()
	}
	return m
}

// update sets the progress of the run.
func (m *monitor[State]) update(p State) {
	m.mu.Lock()
	m.state = p
	m.mu.Unlock()
}

// last returns the progress of the run and its duration so far.
func (m *monitor[State]) last() (State, time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state, time.Since(m.start)
}

// clear erases the line, until the next update.
func (m *monitor[State]) clear() {
	if m.quit != nil {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}

// stop erases the line. It may be called more than once.
func (m *monitor[State]) stop() {
	if m.quit == nil {
		return
	}
	m.once.Do(func() {
		close(m.quit)
		<-m.done
	})
}

func (m *monitor[State]) show() {
	defer close(m.done)
	tick := time.NewTicker(showEvery)
	defer tick.Stop()
	shown := false
	for {
		select {
		case <-m.quit:
			if shown {
				fmt.Fprint(m.w, "\r\x1b[K")
			}
			return
		case <-tick.C:
			fmt.Fprintf(m.w, "\r\x1b[K%s", m.line(m.last()))
			shown = true
		}
	}
}
