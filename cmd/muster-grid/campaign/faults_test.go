package campaign

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// timesEnv says how often each fault happens.
const timesEnv = "MUSTER_FAULTS"

// times is how often each fault happens, each time at other moments.
func times(t *testing.T) int {
	s := os.Getenv(timesEnv)
	if s == "" {
		return 3
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is no number of times", timesEnv, s)
	}
	return n
}

// faulty is a campaign with faults: a client of this process, and a server and workers that are processes.
type faulty struct {
	t      *testing.T
	r      *rand.Rand
	dir    string // of the server
	server *process
	who    []nats.Option // the client is
	opt    Options
	want   []string
	ended  chan error
}

// TestFaults runs campaigns with faults at moments by chance, which the seed in the name fixes. Each ends with the
// verdicts of one without, with one line for each task, and with one result.
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
		{"killed at any moment", (*faulty).killed},
		{"stopped beyond the lease", (*faulty).stopped},
		{"late result", (*faulty).late},
		{"twice", (*faulty).twice},
		{"link of a worker cut", func(f *faulty) { f.partitioned(func(l *link, on bool) { l.off = on }) }},
		{"link of a worker silent", func(f *faulty) { f.partitioned(func(l *link, on bool) { l.silent = on }) }},
		{"worker of a part killed", (*faulty).partKilled},
		{"worker of a part killed before its answer", func(f *faulty) { f.partKilledAt(grid.Begun) }},
		{"worker of a part killed before its result", func(f *faulty) { f.partKilledAt(grid.Answered) }},
		{"worker of a part killed before its acknowledgement", func(f *faulty) { f.partKilledAt(grid.Kept) }},
		{"worker of a part stopped", (*faulty).partStopped},
		{"link of a part cut", func(f *faulty) { f.partPartitioned(func(l *link, on bool) { l.off = on }) }},
		{"link of a part silent", func(f *faulty) { f.partPartitioned(func(l *link, on bool) { l.silent = on }) }},
		{"server killed while parts are searched", (*faulty).partRestarted},
		{"link of the client cut", (*faulty).clientCut},
		{"slow links", (*faulty).slow},
		{"server killed", func(f *faulty) { f.restarted(syscall.SIGKILL) }},
		{"server restarted", func(f *faulty) { f.restarted(syscall.SIGTERM) }},
		{"server and worker killed", (*faulty).powerless},
		{"poison", (*faulty).poisoned},
		{"missing file", func(f *faulty) {
			f.damaged(func(s jetstream.KeyValue, part string) error { return s.Delete(f.t.Context(), part) })
		}},
		{"spoilt file", func(f *faulty) {
			f.damaged(func(s jetstream.KeyValue, part string) error {
				_, err := s.Put(f.t.Context(), part, []byte("procedure {:entrypoint} main() {}\n"))
				return err
			})
		}},
		{"store is full", (*faulty).full},
	} {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			sum := summed(t)
			for seed := range times(t) {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					t.Parallel()
					defer sum.add(t, time.Now())
					x := newFaulty(t, seed)
					x.server = serve(t, serveOptions{Dir: x.dir, Listen: "127.0.0.1:0"})
					f.do(x)
					x.finished()
				})
			}
		})
	}
}

// summary says how campaigns with a fault have ended.
type summary struct {
	mu          sync.Mutex
	all, failed int
	took, most  time.Duration
}

// summed returns the summary of the campaigns of a test, which has it as a row when they have ended.
func summed(t *testing.T) *summary {
	s := &summary{}
	t.Cleanup(func() {
		mean := s.took / time.Duration(max(1, s.all))
		t.Logf("| %s | %d | %d failed | %.1f s | at most %.1f s |", t.Name(), s.all, s.failed, mean.Seconds(), s.most.Seconds())
	})
	return s
}

// add adds a campaign that began at a time.
func (s *summary) add(t *testing.T, began time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all++; t.Failed() {
		s.failed++
	}
	d := time.Since(began)
	s.took, s.most = s.took+d, max(s.most, d)
}

// newFaulty returns a campaign without a server.
func newFaulty(t *testing.T, seed int) *faulty {
	t.Helper()
	x := &faulty{t: t, r: rand.New(rand.NewPCG(uint64(seed), 1)), dir: t.TempDir(), ended: make(chan error, 1)}
	var tasks []Task
	tasks, x.want = makeTasks(t, 6)
	x.opt = options(t, tasks)
	return x
}

// finished checks how the campaign has ended. It needs a worker, for tasks that are done and not acknowledged.
func (f *faulty) finished() {
	f.t.Helper()
	finished(f.t, f.opt, f.want)
	f.drained()
	if n := f.state("KV_muster_results").LastSeq; n != uint64(len(f.want)) {
		f.t.Errorf("%d results of %d tasks", n, len(f.want))
	}
}

// state returns what a stream has, as soon as somebody leads it.
func (f *faulty) state(stream string) jetstream.StreamState {
	f.t.Helper()
	js := f.stream()
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		var s jetstream.Stream
		if s, err = js.Stream(f.t.Context(), stream); err == nil {
			return s.CachedInfo().State
		}
	}
	f.t.Fatal(err)
	return jetstream.StreamState{}
}

// drained waits until the queue is empty.
func (f *faulty) drained() {
	f.t.Helper()
	streamed(f.t, f.stream(), "MUSTER_TASKS", 0)
}

// streamed waits until a stream has so many messages.
func streamed(t *testing.T, js jetstream.JetStream, name string, want int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		s, err := js.Stream(t.Context(), name) // an error: nobody leads it
		if err == nil && int(s.CachedInfo().State.Msgs) == want {
			return
		}
	}
	t.Fatalf("%s does not come to have %d messages", name, want)
}

// begin begins the campaign.
func (f *faulty) begin() { f.beginAt(f.server.url) }

// beginAt begins the campaign by a client that finds the server at a URL.
func (f *faulty) beginAt(url string) {
	f.t.Helper()
	c := connect(f.t, url, f.who...)
	go func() { f.ended <- Run(f.t.Context(), grid.NewClient(c, "c", 0), f.opt) }()
}

// wait waits until the campaign has ended.
func (f *faulty) wait() {
	f.t.Helper()
	select {
	case err := <-f.ended:
		if err != nil {
			f.t.Error(err)
		}
	case <-time.After(2 * time.Minute):
		f.t.Fatal("the campaign does not end")
	}
}

// some is a task by chance.
func (f *faulty) some() string { return filepath.Base(f.opt.Tasks[f.r.IntN(len(f.opt.Tasks))].File) }

// moment waits until a moment by chance.
func (f *faulty) moment(most time.Duration) { time.Sleep(time.Duration(f.r.Int64N(int64(most)))) }

// hold is how long tasks go on that something is to happen to.
const hold = 300 * time.Millisecond

// killedAt has a worker killed at a stage of a task; another one comes when it is gone.
func (f *faulty) killedAt(s grid.Stage) {
	w := startWorker(f.t, f.server.url, fault{At: s, Only: f.some(), Signal: syscall.SIGKILL})
	f.begin()
	<-w.gone
	startWorker(f.t, f.server.url, fault{})
	f.wait()
}

// killed has two workers killed at any moment, less often than a task may end its worker.
func (f *faulty) killed() {
	f.begin()
	for range 2 {
		w := startWorker(f.t, f.server.url, fault{Hold: hold})
		w.wait(f.t, grid.Begun)
		f.moment(3 * hold)
		w.kill()
	}
	startWorker(f.t, f.server.url, fault{})
	f.wait()
}

// stopped has a worker stopped while it has a task, for longer than its lease; another one does it meanwhile.
func (f *faulty) stopped() {
	w := startWorker(f.t, f.server.url, fault{Hold: hold})
	f.begin()
	tasks := 1 + f.r.IntN(3)
	for range tasks {
		w.wait(f.t, grid.Begun)
	}
	f.moment(hold)
	w.signal(f.t, syscall.SIGSTOP)
	startWorker(f.t, f.server.url, fault{})
	f.wait()
	w.signal(f.t, syscall.SIGCONT)
	for range tasks {
		w.wait(f.t, grid.Ended)
	}
}

// late has a worker stopped that has an answer. It comes back with it when the task has a result of another one.
func (f *faulty) late() {
	w := startWorker(f.t, f.server.url, fault{At: grid.Answered, Only: f.some(), Signal: syscall.SIGSTOP})
	f.begin()
	f.stoppedItself(w)
	startWorker(f.t, f.server.url, fault{})
	f.wait()
	begun := len(w.at[grid.Kept])
	w.signal(f.t, syscall.SIGCONT)
	for range begun + 1 {
		w.wait(f.t, grid.Kept)
	}
}

// stoppedItself waits until a worker is stopped.
func (f *faulty) stoppedItself(w *process) {
	f.t.Helper()
	stat := fmt.Sprintf("/proc/%d/stat", w.cmd.Process.Pid)
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(stat)
		if err != nil {
			f.t.Fatal(err)
		}
		if _, state, _ := strings.Cut(string(text), ") "); strings.HasPrefix(state, "T") {
			return
		}
	}
	f.t.Fatal("the worker does not stop")
}

// twice has jobs submitted and answered twice: by two clients at a time, and again when all have results.
func (f *faulty) twice() {
	f.begin()
	second := f.opt
	second.Lines = options(f.t, f.opt.Tasks).Lines
	c := connect(f.t, f.server.url)
	done := make(chan error, 1)
	go func() { done <- Run(f.t.Context(), grid.NewClient(c, "c", 0), second) }()
	startWorker(f.t, f.server.url, fault{})
	startWorker(f.t, f.server.url, fault{})
	f.wait()
	if err := <-done; err != nil {
		f.t.Error(err)
	}
	finished(f.t, second, f.want)
	f.drained()
	again := grid.NewClient(c, "c", 0)
	for i := range f.opt.Tasks {
		j, files, err := f.opt.job(i)
		if err == nil {
			err = again.Submit(f.t.Context(), f.opt.inRound(j, 0), files)
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
}

// partitioned has the link of a worker fail for longer than its lease, while it has a task.
func (f *faulty) partitioned(how func(*link, bool)) {
	l := newLink(f.t, strings.TrimPrefix(f.server.url, "nats://"))
	w := startWorker(f.t, l.url(), fault{Hold: hold})
	f.begin()
	tasks := 1 + f.r.IntN(3)
	for range tasks {
		w.wait(f.t, grid.Begun)
	}
	f.moment(hold)
	l.set(func() { how(l, true) })
	if f.r.IntN(2) == 0 {
		startWorker(f.t, f.server.url, fault{})
	}
	time.Sleep(lease)
	f.moment(lease)
	l.set(func() { how(l, false) })
	f.wait()
	for range tasks {
		w.wait(f.t, grid.Ended)
	}
}

// clientCut has the link of the client fail, while it submits or waits.
func (f *faulty) clientCut() {
	l := newLink(f.t, strings.TrimPrefix(f.server.url, "nats://"))
	startWorker(f.t, f.server.url, fault{Hold: hold / 3})
	f.beginAt(l.url())
	for range 3 {
		f.moment(hold)
		l.set(func() { l.off = true })
		f.moment(2 * lease)
		l.set(func() { l.off = false })
	}
	f.wait()
}

// slow has links that delay what they carry, and one that is cut at times.
func (f *faulty) slow() {
	far := newLink(f.t, strings.TrimPrefix(f.server.url, "nats://"))
	far.set(func() { far.delay = 40 * time.Millisecond })
	w := startWorker(f.t, far.url(), fault{Hold: hold})
	startWorker(f.t, far.url(), fault{})
	near := newLink(f.t, strings.TrimPrefix(f.server.url, "nats://"))
	near.set(func() { near.delay = 10 * time.Millisecond })
	f.beginAt(near.url())
	w.wait(f.t, grid.Begun)
	f.moment(hold)
	far.set(func() { far.off = true })
	far.set(func() { far.off = false })
	f.wait()
}

// restarted has the server end at any moment, twice, and begin again.
func (f *faulty) restarted(s syscall.Signal) {
	startWorker(f.t, f.server.url, fault{Hold: hold})
	f.begin()
	listen := strings.TrimPrefix(f.server.url, "nats://")
	for range 2 {
		f.moment(3 * hold)
		f.server.signal(f.t, s)
		<-f.server.gone
		f.server = serve(f.t, serveOptions{Dir: f.dir, Listen: listen})
	}
	f.wait()
}

// powerless has the server end at the same moment as a worker, more often than a task may end its worker.
func (f *faulty) powerless() {
	task := f.some()
	listen := strings.TrimPrefix(f.server.url, "nats://")
	f.begin()
	for range 4 {
		w := startWorker(f.t, f.server.url, fault{At: grid.Begun, Only: task, Signal: syscall.SIGKILL})
		select {
		case <-w.gone:
		case err := <-f.ended:
			f.t.Fatal("the campaign ends without the task: ", err)
		}
		f.server.kill()
		f.server = serve(f.t, serveOptions{Dir: f.dir, Listen: listen})
	}
	startWorker(f.t, f.server.url, fault{})
	f.wait()
}

// poisoned has a task that kills all of its workers.
func (f *faulty) poisoned() {
	i := f.r.IntN(len(f.want))
	f.want[i] = "unknown"
	poison := fault{At: grid.Begun, Only: filepath.Base(f.opt.Tasks[i].File), Signal: syscall.SIGKILL}
	f.begin()
	w := startWorker(f.t, f.server.url, poison)
	for deaths := 0; ; {
		select {
		case <-w.gone:
			if deaths++; deaths > 3 {
				f.t.Fatal("it kills more workers than it may")
			}
			w = startWorker(f.t, f.server.url, poison)
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
func (f *faulty) damaged(how func(s jetstream.KeyValue, part string) error) {
	f.begin()
	streamed(f.t, f.stream(), "MUSTER_TASKS", len(f.want))
	store, err := f.stream().KeyValue(f.t.Context(), "muster_programs")
	if err != nil {
		f.t.Fatal(err)
	}
	text, err := os.ReadFile(f.opt.Tasks[f.r.IntN(len(f.want))].File)
	if err != nil {
		f.t.Fatal(err)
	}
	if err := how(store, grid.Hash(text)+".0"); err != nil {
		f.t.Fatal(err)
	}
	startWorker(f.t, f.server.url, fault{})
	f.wait()
}

// full has a server without room for the campaign, which ends with an error. Another server has more, and the same
// campaign goes on.
func (f *faulty) full() {
	f.server.kill()
	f.server = serve(f.t, serveOptions{Dir: f.dir, Listen: "127.0.0.1:0", MaxStore: 4<<10 + int64(f.r.IntN(4<<10))})
	w := startWorker(f.t, f.server.url, fault{})
	f.begin()
	f.noRoom()
	w.kill()
	f.server.kill()
	f.server = serve(f.t, serveOptions{Dir: f.dir, Listen: strings.TrimPrefix(f.server.url, "nats://")})
	f.goOn()
}

// noRoom waits until the campaign has ended since there is no room left.
func (f *faulty) noRoom() {
	f.t.Helper()
	select {
	case err := <-f.ended:
		if !strings.Contains(fmt.Sprint(err), "no room left") {
			f.t.Fatal("a store without room:", err)
		}
	case <-time.After(time.Minute):
		f.t.Fatal("a store without room is not noticed")
	}
}

// goOn goes on with the campaign, as the same command does.
func (f *faulty) goOn() {
	f.t.Helper()
	startWorker(f.t, f.server.url, fault{})
	f.opt.Done = map[string]Line{}
	for _, l := range f.lines() {
		f.opt.Done[l.Key()] = l
	}
	c := connect(f.t, f.server.url, f.who...)
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

// stream is a connection beside the grid's own.
func (f *faulty) stream() jetstream.JetStream {
	f.t.Helper()
	nc, err := nats.Connect(f.server.url, f.who...)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(nc.Close)
	prefix := jetstream.DefaultAPIPrefix
	if f.who != nil {
		prefix = "muster.js" // in the account of a key
	}
	js, err := jetstream.NewWithAPIPrefix(nc, prefix)
	if err != nil {
		f.t.Fatal(err)
	}
	return js
}
