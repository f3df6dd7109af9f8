package campaign

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// link is a way to a server that can be cut, stopped and slowed down.
type link struct {
	l  net.Listener
	to string

	mu      sync.Mutex
	changed *sync.Cond
	off     bool          // connections end, and no new ones begin
	silent  bool          // connections stay, and carry nothing
	delay   time.Duration // of what is carried: at most
	conns   map[net.Conn]bool
}

// newLink returns a link to an address.
func newLink(t *testing.T, to string) *link {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &link{l: l, to: to, conns: map[net.Conn]bool{}}
	p.changed = sync.NewCond(&p.mu)
	t.Cleanup(func() {
		_ = l.Close()
		p.set(func() { p.off, p.silent = true, false })
	})
	go p.serve(t.Context())
	return p
}

// url is where workers and clients find the server.
func (p *link) url() string { return "nats://" + p.l.Addr().String() }

// serve takes connections.
func (p *link) serve(ctx context.Context) {
	for {
		a, err := p.l.Accept()
		if err != nil {
			return
		}
		b, err := net.Dial("tcp", p.to)
		if err != nil {
			_ = a.Close()
			continue
		}
		p.mu.Lock()
		p.conns[a], p.conns[b] = true, true
		p.mu.Unlock()
		go p.carry(ctx, a, b)
		go p.carry(ctx, b, a)
		p.set(func() {}) // it may be off
	}
}

// set changes the link.
func (p *link) set(how func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	how()
	if p.off {
		for c := range p.conns {
			_ = c.Close()
		}
		clear(p.conns)
	}
	p.changed.Broadcast()
}

// carry carries what comes from one side to the other, each piece after a delay, until one of them ends.
func (p *link) carry(ctx context.Context, from, to net.Conn) {
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, c := range []net.Conn{from, to} {
			_ = c.Close()
			delete(p.conns, c)
		}
	}()
	for b := make([]byte, 32<<10); ; {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		p.mu.Lock()
		for p.silent && ctx.Err() == nil {
			p.changed.Wait()
		}
		delay := p.delay
		p.mu.Unlock()
		if delay > 0 {
			time.Sleep(time.Duration(rand.Int64N(int64(delay))))
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}
