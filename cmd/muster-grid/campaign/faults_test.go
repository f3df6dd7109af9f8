package campaign

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// times is how often each fault happens: MUSTER_LONG has it happen more often.
func times() int {
	if os.Getenv("MUSTER_LONG") != "" {
		return 30
	}
	return 3
}

// faulty is a campaign with faults.
type faulty struct {
	t      *testing.T
	r      *rand.Rand
	dir    string
	server *grid.Server
	opt    Options
	want   []string
	ended  chan error
}

// TestFaults runs campaigns with faults. Each ends with the verdicts of one without, and with one line for each task.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	for _, f := range []struct {
		name string
		do   func(*faulty)
	}{
		{"killed before the answer", func(f *faulty) { f.killedAt(grid.Begun) }},
		{"killed before the result", func(f *faulty) { f.killedAt(grid.Answered) }},
		{"killed before the acknowledgement", func(f *faulty) { f.killedAt(grid.Kept) }},
		{"stopped beyond the lease", (*faulty).stopped},
		{"server restarted", (*faulty).restarted},
		{"poison", (*faulty).poisoned},
		{"missing file", func(f *faulty) {
			f.damaged(func(s jetstream.ObjectStore, hash string) error { return s.Delete(f.t.Context(), hash) })
		}},
		{"spoilt file", func(f *faulty) {
			f.damaged(func(s jetstream.ObjectStore, hash string) error {
				_, err := s.PutBytes(f.t.Context(), hash, []byte("procedure {:entrypoint} main() {}\n"))
				return err
			})
		}},
		{"twice", (*faulty).twice},
		{"partition", (*faulty).partitioned},
		{"store is full", (*faulty).full},
	} {
		t.Run(f.name, func(t *testing.T) {
			for seed := range times() {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					t.Parallel()
					x := &faulty{t: t, r: rand.New(rand.NewPCG(uint64(seed), 1)), dir: t.TempDir(), ended: make(chan error, 1)}
					x.server = startServer(t, x.dir, "127.0.0.1:0")
					t.Cleanup(func() { x.server.Stop() })
					var tasks []Task
					tasks, x.want = makeTasks(t, 6)
					x.opt = options(t, tasks)
					f.do(x)
					finished(t, x.opt, x.want)
					x.answeredOnce()
				})
			}
		})
	}
}

// begin begins the campaign.
func (f *faulty) begin() {
	c := connect(f.t, f.server)
	go func() { f.ended <- Run(f.t.Context(), grid.NewClient(c, "c", 0), f.opt) }()
}

// wait waits until it has ended.
func (f *faulty) wait() {
	f.t.Helper()
	select {
	case err := <-f.ended:
		if err != nil {
			f.t.Error(err)
		}
	case <-time.After(time.Minute):
		f.t.Fatal("the campaign does not end")
	}
}

// some is a task by chance.
func (f *faulty) some() string { return filepath.Base(f.opt.Tasks[f.r.IntN(len(f.opt.Tasks))].File) }

// killedAt has a worker killed at a stage of a task; another one comes when it is gone.
func (f *faulty) killedAt(s grid.Stage) {
	w := startWorker(f.t, f.server.URL(), s, f.some())
	f.begin()
	<-w.gone
	startWorker(f.t, f.server.URL(), "", "")
	f.wait()
}

// stopped has a worker stopped while it has a task, for longer than its lease; another one does it meanwhile.
func (f *faulty) stopped() {
	w := startWorker(f.t, f.server.URL(), "", "")
	f.begin()
	for range 1 + f.r.IntN(3) {
		<-w.begun
	}
	if err := w.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		f.t.Fatal(err)
	}
	startWorker(f.t, f.server.URL(), "", "")
	f.wait()
	if err := w.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		f.t.Fatal(err)
	}
	time.Sleep(lease / 2) // its result comes late
}

// restarted has the server end and begin again while workers have tasks.
func (f *faulty) restarted() {
	w := startWorker(f.t, f.server.URL(), "", "")
	f.begin()
	for range 1 + f.r.IntN(3) {
		<-w.begun
	}
	listen := strings.TrimPrefix(f.server.URL(), "nats://")
	f.server.Stop()
	f.server = startServer(f.t, f.dir, listen)
	f.wait()
}

// poisoned has a task that kills all of its workers.
func (f *faulty) poisoned() {
	i := f.r.IntN(len(f.want))
	f.want[i] = "unknown"
	poison := filepath.Base(f.opt.Tasks[i].File)
	f.begin()
	w := startWorker(f.t, f.server.URL(), grid.Begun, poison)
	for deaths := 0; ; deaths++ {
		select {
		case <-w.gone:
			if deaths > 3 {
				f.t.Fatal("it kills more workers than it may")
			}
			w = startWorker(f.t, f.server.URL(), grid.Begun, poison)
			continue
		case err := <-f.ended:
			f.ended <- err
		case <-time.After(time.Minute):
		}
		break
	}
	f.wait()
	if l := finished(f.t, f.opt, f.want)[f.opt.Tasks[i].File]; !strings.Contains(l.Where, "tried 3 times") {
		f.t.Errorf("the reason is %q", l.Where)
	}
}

// damaged has the file of a task damaged in the store before a worker comes.
func (f *faulty) damaged(how func(s jetstream.ObjectStore, hash string) error) {
	f.begin()
	js := f.stream()
	for { // until all are submitted
		s, err := js.Stream(f.t.Context(), "MUSTER_TASKS")
		if err != nil {
			f.t.Fatal(err)
		}
		if s.CachedInfo().State.Msgs == uint64(len(f.want)) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	store, err := js.ObjectStore(f.t.Context(), "muster_programs")
	if err != nil {
		f.t.Fatal(err)
	}
	text, err := os.ReadFile(f.opt.Tasks[f.r.IntN(len(f.want))].File)
	if err != nil {
		f.t.Fatal(err)
	}
	if err := how(store, grid.Hash(text)); err != nil {
		f.t.Fatal(err)
	}
	startWorker(f.t, f.server.URL(), "", "")
	f.wait()
}

// twice has jobs submitted, and answered, twice.
func (f *faulty) twice() {
	f.begin()
	second := f.opt
	second.Lines = options(f.t, f.opt.Tasks).Lines
	c := connect(f.t, f.server)
	done := make(chan error, 1)
	go func() { done <- Run(f.t.Context(), grid.NewClient(c, "c", 0), second) }()
	startWorker(f.t, f.server.URL(), "", "")
	startWorker(f.t, f.server.URL(), "", "")
	f.wait()
	if err := <-done; err != nil {
		f.t.Error(err)
	}
	finished(f.t, second, f.want)
	kv, err := f.stream().KeyValue(f.t.Context(), "muster_results")
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := kv.Create(f.t.Context(), "c.0.0."+f.hash(0), []byte("{}")); err == nil {
		f.t.Error("a result is replaced by a later one")
	}
}

// hash is that of the job of a task.
func (f *faulty) hash(i int) string {
	j, _, err := f.opt.job(i)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.opt.inRound(j, 0).Hash()
}

// partitioned cuts the link of a worker for longer than its lease, while it has a task.
func (f *faulty) partitioned() {
	p := newProxy(f.t, strings.TrimPrefix(f.server.URL(), "nats://"))
	w := startWorker(f.t, "nats://"+p.Addr().String(), "", "")
	f.begin()
	for range 1 + f.r.IntN(3) {
		<-w.begun
	}
	p.cut(true)
	time.AfterFunc(lease+time.Duration(f.r.IntN(1000))*time.Millisecond, func() { p.cut(false) })
	if f.r.IntN(2) == 0 {
		startWorker(f.t, f.server.URL(), "", "")
	}
	f.wait()
}

// answeredOnce checks that each task has one result, which none came after.
func (f *faulty) answeredOnce() {
	s, err := f.stream().Stream(f.t.Context(), "KV_muster_results")
	if err != nil {
		f.t.Fatal(err)
	}
	if n := s.CachedInfo().State.LastSeq; n != uint64(len(f.want)) {
		f.t.Errorf("%d results of %d tasks", n, len(f.want))
	}
}

// full has a server without room for the campaign, which ends with an error. Another server has more, and the same
// campaign goes on.
func (f *faulty) full() {
	f.server.Stop()
	f.server = startSmallServer(f.t, f.dir, "127.0.0.1:0", 4<<10+int64(f.r.IntN(4<<10)))
	w := startWorker(f.t, f.server.URL(), "", "")
	f.begin()
	select {
	case err := <-f.ended:
		if !strings.Contains(fmt.Sprint(err), "no room left") && !strings.Contains(fmt.Sprint(err), "insufficient") {
			f.t.Fatal("a store without room:", err)
		}
	case <-time.After(30 * time.Second):
		f.t.Fatal("a store without room is not noticed")
	}
	_ = w.cmd.Process.Kill()
	listen := strings.TrimPrefix(f.server.URL(), "nats://")
	f.server.Stop()
	f.server = startServer(f.t, f.dir, listen)
	startWorker(f.t, f.server.URL(), "", "")
	f.opt.Done = map[string]Line{}
	for _, l := range f.lines() {
		f.opt.Done[l.Key()] = l
	}
	c := connect(f.t, f.server)
	go func() { f.ended <- Run(f.t.Context(), grid.NewClient(c, "c", 1), f.opt) }()
	f.wait()
}

// lines are those that the campaign has.
func (f *faulty) lines() []Line {
	f.t.Helper()
	text, err := os.ReadFile(f.opt.Lines.f.Name())
	if err != nil {
		f.t.Fatal(err)
	}
	lines, _, err := parseLines("lines", text)
	if err != nil {
		f.t.Fatal(err)
	}
	return lines
}

// proxy is a link that can be cut.
type proxy struct {
	net.Listener
	mu    sync.Mutex
	off   bool
	conns []net.Conn
}

// newProxy returns a link to an address.
func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l}
	t.Cleanup(func() {
		_ = l.Close()
		p.cut(true)
	})
	go func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			b, err := net.Dial("tcp", to)
			p.mu.Lock()
			if err != nil || p.off {
				_ = a.Close()
				p.mu.Unlock()
				continue
			}
			p.conns = append(p.conns, a, b)
			p.mu.Unlock()
			go func() { _, _ = io.Copy(a, b) }()
			go func() { _, _ = io.Copy(b, a) }()
		}
	}()
	return p
}

// cut cuts the link, or mends it.
func (p *proxy) cut(off bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.off = off
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

// stream is a connection beside the grid's own.
func (f *faulty) stream() jetstream.JetStream {
	f.t.Helper()
	nc, err := nats.Connect(f.server.URL())
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		f.t.Fatal(err)
	}
	return js
}

// TestCancel: when the client is interrupted, its tasks end within a second, and those in the queue are not begun.
func TestCancel(t *testing.T) {
	s := startServer(t, t.TempDir(), "127.0.0.1:0")
	t.Cleanup(s.Stop)
	var tasks []Task
	for i := range 3 {
		name := filepath.Join(t.TempDir(), fmt.Sprintf("endless%d.bpl", i))
		if err := os.WriteFile(name, []byte(endless), 0o666); err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, Task{File: name, Names: []string{name}})
	}
	opt := options(t, tasks)
	opt.Rounds = []Limits{{Timeout: time.Minute}}
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan string, 10), make(chan string, 10)
	go func() {
		_ = grid.Work(t.Context(), connect(t, s), grid.WorkerOptions{
			Slots: 1, Processors: 1, Version: "test", Child: childOf(),
			After: func(s grid.Stage, j *grid.Job) {
				switch s {
				case grid.Begun:
					begun <- j.Name
				case grid.Ended:
					ended <- j.Name
				}
			},
		})
	}()
	done := make(chan error, 1)
	c := connect(t, s)
	go func() { done <- Run(ctx, grid.NewClient(c, "c", 0), opt) }()
	first := <-begun
	time.Sleep(100 * time.Millisecond)
	cancel()
	at := time.Now()
	if x := <-ended; x != first || time.Since(at) > time.Second {
		t.Errorf("%s ended after %v", x, time.Since(at))
	}
	if err := <-done; err == nil {
		t.Error("the campaign has ended without an error")
	}
	select {
	case x := <-begun:
		t.Errorf("%s is begun", x)
	case <-time.After(500 * time.Millisecond):
	}
}
