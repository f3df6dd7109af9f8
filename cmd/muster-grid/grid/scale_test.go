package grid

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// scaleEnv has TestScale measure other sizes: pairs of numbers of workers and tasks, such as "10000:50000,20000:50000".
const scaleEnv = "MUSTER_SCALE"

// instant answers at once.
type instant struct{}

func (instant) Run(context.Context, *Request, Helper) (Reply, time.Duration, error) {
	return Reply{Report: &report.Report{Verdict: "safe", Answer: "safe"}}, 0, nil
}

func (instant) Close() {}

// load is what a server has carried.
type load struct{ messages, bytes float64 }

func (s *Server) load(t *testing.T) load {
	t.Helper()
	v, err := s.nats.Varz(nil)
	if err != nil {
		t.Fatal(err)
	}
	return load{float64(v.InMsgs + v.OutMsgs), float64(v.InBytes + v.OutBytes)}
}

// over returns what was carried since before, for each of n.
func (l load) over(before load, n float64) load {
	return load{(l.messages - before.messages) / n, (l.bytes - before.bytes) / n}
}

func (l load) String() string { return fmt.Sprintf("%.1f messages, %.0f bytes", l.messages, l.bytes) }

// TestScale has tasks of no work done by workers of this process, over connections as others have them, and counts at
// the server: a task costs the same however many workers there are.
func TestScale(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	sizes := os.Getenv(scaleEnv)
	if sizes == "" {
		sizes = "10:300,200:300"
	}
	var first load
	for i, size := range strings.Split(sizes, ",") {
		var workers, tasks int
		if _, err := fmt.Sscanf(size, "%d:%d", &workers, &tasks); err != nil {
			t.Fatal(scaleEnv, err)
		}
		busy := scale(t, workers, tasks)
		if i == 0 {
			first = busy
		}
		// Those that rest ask from time to time, which is counted too.
		if busy.messages > 2*first.messages || busy.bytes > 2*first.bytes {
			t.Errorf("a task costs %v with %d workers, and %v with the least", busy, workers, first)
		}
	}
}

// scale has tasks done by workers, and returns what the server has carried for each.
func scale(t *testing.T, workers, tasks int) load {
	t.Helper()
	s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	begin := time.Now()
	joining := make(chan struct{}, 16)
	for i := range workers {
		joining <- struct{}{}
		all.Go(func() {
			c := join(ctx, t, s)
			<-joining
			if c == nil {
				return
			}
			defer c.Close()
			err := Work(ctx, c, WorkerOptions{Name: fmt.Sprint("w", i), Slots: 1, Version: "v", Child: instant{}})
			if err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	c, err := Connect(ctx, ConnectOptions{Server: s, Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	t.Logf("%d workers are there after %v", workers, time.Since(begin))
	s.resting(t, workers)
	before, start, cpu := s.load(t), time.Now(), processorTime()
	campaign(ctx, t, NewClient(c, "c", 0), tasks)
	busy := s.load(t).over(before, float64(tasks))
	took, used := time.Since(start), processorTime()-cpu
	t.Logf("%d workers, %d tasks: a task costs %v, %v of CPU; %v in all", workers, tasks, busy, used/time.Duration(tasks), took)
	if os.Getenv(scaleEnv) != "" {
		before, start, cpu = s.load(t), time.Now(), processorTime()
		time.Sleep(time.Minute)
		idle := s.load(t).over(before, float64(workers)*time.Since(start).Seconds())
		t.Logf("an idle worker costs %v a second, %v of CPU", idle, (processorTime()-cpu)/time.Duration(60*workers))
	}
	return busy
}

// join connects, as often as a machine that is busy needs.
func join(ctx context.Context, t *testing.T, s *Server) *Conn {
	for end := time.Now().Add(time.Minute); ; {
		c, err := Connect(ctx, ConnectOptions{Server: s, Version: "v"})
		if err == nil {
			return c
		}
		if time.Now().After(end) {
			t.Error(err)
			return nil
		}
	}
}

// resting waits until so many slots wait to be woken.
func (s *Server) resting(t *testing.T, want int) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		z, err := s.nats.Subsz(&server.SubszOptions{Subscriptions: true, Test: noticeSubject + "." + wakeSubject, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if z.Total == want {
			return
		}
	}
	t.Fatal("the workers do not rest")
}

// campaign submits tasks, and waits for their results.
func campaign(ctx context.Context, t *testing.T, c *Client, tasks int) {
	t.Helper()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	room := make(chan struct{}, 2000)
	submit := func() {
		for i := range tasks {
			room <- struct{}{}
			text := fmt.Sprintf("procedure {:entrypoint} main() { assert %d < 2; }\n%s", i, strings.Repeat("// text\n", 250))
			j := &Job{Number: i, Priority: Normal, Name: fmt.Sprint(i), Units: 1, Version: "v"}
			if err := c.Submit(ctx, j, prog.Files{{Name: "p.bpl", Text: []byte(text)}}); err != nil {
				t.Error(err)
				cancel()
				return
			}
		}
	}
	seen := make([]bool, tasks)
	n := 0
	err := c.Results(ctx, func() { go submit() }, func(r *Received) error {
		if r.Bad != nil || seen[r.Number] {
			t.Errorf("the result of %d: %v", r.Number, r.Bad)
		}
		seen[r.Number] = true
		<-room
		if n++; n == tasks {
			cancel()
		}
		return nil
	})
	if n != tasks {
		t.Errorf("%d results of %d tasks: %v", n, tasks, err)
	}
}
