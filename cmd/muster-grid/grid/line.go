package grid

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// toChild is a line that a worker writes to its child: a request or, while that works on one, what it asks for.
type toChild struct {
	*Request
	Entry *[]byte   `json:"entry,omitempty"` // that it wants; empty: there is none
	Idle  *bool     `json:"idle,omitempty"`  // whether there is a place for a half
	Half  *halfLine `json:"half,omitempty"`  // what came of one
}

// fromChild is a line that a child writes: a reply or, before that, something else.
type fromChild struct {
	*Reply
	Want    string    `json:"want,omitempty"`    // the key of an entry that it wants
	Idle    bool      `json:"idle,omitempty"`    // it asks whether there is a place for a half
	Half    *halfLine `json:"half,omitempty"`    // a half is to be searched
	Dropped *int      `json:"dropped,omitempty"` // nobody wants an answer any more about the half with this number
	Away    *bool     `json:"away,omitempty"`    // it begins to wait for halves, or goes on
}

// halfLine is a half with its state, or what came of it.
type halfLine struct {
	Number int    `json:"number"`
	Data   []byte `json:"data,omitempty"`
	Why    string `json:"why,omitempty"` // there is no answer
}

// line has a child ask its worker, in the midst of a request. It implements driver.Elsewhere.
type line struct {
	asking sync.Mutex // of one question at a time
	said   chan toChild

	writing sync.Mutex // who waits until a line is read must not have the reading of lines wait
	out     *json.Encoder

	mu     sync.Mutex
	halves map[int]chan *halfLine // that are searched
	next   int
}

func newLine(out io.Writer) *line {
	return &line{out: json.NewEncoder(out), said: make(chan toChild), halves: map[int]chan *halfLine{}}
}

func (l *line) write(x fromChild) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	return l.out.Encode(x)
}

// take hands on what the worker says that is no request.
func (l *line) take(x toChild) {
	if x.Half == nil {
		l.said <- x
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.halves[x.Half.Number]; c != nil {
		c <- x.Half
		delete(l.halves, x.Half.Number)
	}
}

// ask asks something, and returns what the worker says.
func (l *line) ask(x fromChild) (toChild, error) {
	l.asking.Lock()
	defer l.asking.Unlock()
	if err := l.write(x); err != nil {
		return toChild{}, err
	}
	return <-l.said, nil
}

// entry returns the entry with a key; nil if there is none.
func (l *line) entry(key string) ([]byte, error) {
	x, err := l.ask(fromChild{Want: key})
	if err != nil || x.Entry == nil || len(*x.Entry) == 0 {
		return nil, err
	}
	return *x.Entry, nil
}

// Idle implements driver.Elsewhere.
func (l *line) Idle() bool {
	x, err := l.ask(fromChild{Idle: true})
	return err == nil && x.Idle != nil && *x.Idle
}

// Search implements driver.Elsewhere.
func (l *line) Search(ctx context.Context, state []byte) ([]byte, error) {
	if len(state) > maxProof {
		return nil, fmt.Errorf("the state of %d bytes is larger than %d MiB", len(state), maxProof>>20)
	}
	c := make(chan *halfLine, 1)
	l.mu.Lock()
	n := l.next
	l.next++
	l.halves[n] = c
	l.mu.Unlock()
	if err := l.write(fromChild{Half: &halfLine{Number: n, Data: state}}); err != nil {
		return nil, err
	}
	select {
	case x := <-c:
		if x.Why != "" {
			return nil, errors.New(x.Why)
		}
		return x.Data, nil
	case <-ctx.Done():
		l.mu.Lock()
		delete(l.halves, n)
		l.mu.Unlock()
		return nil, errors.Join(ctx.Err(), l.write(fromChild{Dropped: &n}))
	}
}

// Away implements driver.Elsewhere.
func (l *line) Away(f func()) {
	yes, no := true, false
	_ = l.write(fromChild{Away: &yes}) // who reads it is there as long as this process is
	defer func() { _ = l.write(fromChild{Away: &no}) }()
	f()
}

// reply ends a request.
func (l *line) reply(r *Reply) error { return l.write(fromChild{Reply: r}) }

// Helper is what the process of a task asks its worker for.
type Helper interface {
	// Entry returns what is kept under a key; nil: nothing.
	Entry(key string) []byte
	// Idle, Search and Away are those of driver.Elsewhere; Away says when the process begins and ends to wait.
	Idle() bool
	Search(ctx context.Context, state []byte) ([]byte, error)
	Away(yes bool)
}

// nobody is a worker that has nothing to give.
type nobody struct{}

func (nobody) Entry(string) []byte { return nil }
func (nobody) Idle() bool          { return false }
func (nobody) Away(bool)           {}
func (nobody) Search(context.Context, []byte) ([]byte, error) {
	return nil, errors.New("nobody else searches")
}

// asked answers what a process asks before its reply.
type asked struct {
	to     *json.Encoder
	helper Helper

	ctx     context.Context // of its halves
	all     sync.WaitGroup
	writing sync.Mutex

	mu   sync.Mutex
	open map[int]context.CancelFunc
}

func (a *asked) say(x toChild) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	return a.to.Encode(x)
}

// drop ends the search for a half.
func (a *asked) drop(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if cancel := a.open[n]; cancel != nil {
		cancel()
		delete(a.open, n)
	}
}

// take answers a line. over says that it is the reply, or none that a child writes.
func (a *asked) take(x *fromChild) (over bool, err error) {
	switch {
	case x.Want != "":
		entry := append([]byte{}, a.helper.Entry(x.Want)...)
		return false, a.say(toChild{Entry: &entry})
	case x.Idle:
		idle := a.helper.Idle()
		return false, a.say(toChild{Idle: &idle})
	case x.Half != nil:
		a.search(x.Half)
	case x.Dropped != nil:
		a.drop(*x.Dropped)
	case x.Away != nil:
		a.helper.Away(*x.Away)
	default:
		return true, nil
	}
	return false, nil
}

// search has a half searched.
func (a *asked) search(h *halfLine) {
	ctx, cancel := context.WithCancel(a.ctx)
	a.mu.Lock()
	a.open[h.Number] = cancel
	a.mu.Unlock()
	a.all.Go(func() {
		defer a.drop(h.Number)
		out := &halfLine{Number: h.Number}
		data, err := a.helper.Search(ctx, h.Data)
		if out.Data = data; err != nil {
			out.Why = err.Error()
		}
		_ = a.say(toChild{Half: out}) // a process that does not read it has ended, which is noticed where it is waited for
	})
}
