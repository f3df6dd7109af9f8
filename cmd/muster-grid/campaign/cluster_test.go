package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// member says what a server of a cluster of NATS is.
type member struct {
	Name, Dir  string
	Port, Link int   // for those who connect, and for the others of the cluster
	Links      []int // of all
}

// runMember is a server of NATS until it is killed.
func runMember() error {
	var m member
	if err := json.Unmarshal([]byte(os.Getenv(serveEnv)), &m); err != nil {
		return err
	}
	o := &server.Options{
		ServerName: m.Name, Host: "127.0.0.1", Port: m.Port, NoSigs: true, NoLog: true, JetStream: true, StoreDir: m.Dir,
		Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: m.Link},
	}
	for _, port := range m.Links {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return errors.New("it is not ready")
	}
	fmt.Println(ready, s.ClientURL())
	s.WaitForShutdown()
	return nil
}

// freePorts returns ports at which nothing listens.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// cluster is one of three servers, each a process.
type cluster struct {
	t       *testing.T
	members []member
	running []*process
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	c, dir := &cluster{t: t}, t.TempDir()
	ports := freePorts(t, 6)
	for i := range 3 {
		name := fmt.Sprint("s", i)
		c.members = append(c.members, member{name, filepath.Join(dir, name), ports[i], ports[3+i], ports[3:]})
		c.running = append(c.running, nil)
	}
	for i := range c.members {
		c.start(i)
	}
	return c
}

func (c *cluster) start(i int) {
	c.t.Helper()
	c.running[i] = startProcess(c.t, nil, "member", serveEnv+"="+text(c.t, c.members[i]))
}

// url names all of the servers.
func (c *cluster) url() string {
	var all []string
	for _, m := range c.members {
		all = append(all, fmt.Sprintf("nats://127.0.0.1:%d", m.Port))
	}
	return strings.Join(all, ",")
}

// leader returns which server leads a stream.
func (c *cluster) leader(f *faulty, stream string) int {
	c.t.Helper()
	js := f.stream()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		s, err := js.Stream(c.t.Context(), stream)
		if err != nil || s.CachedInfo().Cluster == nil {
			continue
		}
		for i := range c.members {
			if s.CachedInfo().Cluster.Leader == c.members[i].Name {
				return i
			}
		}
	}
	c.t.Fatalf("nobody leads %s", stream)
	return 0
}

// TestLeaderKilled has servers of a cluster killed that lead its streams, while a campaign goes on. One of them comes
// back when the next one is to be killed, the last one does not.
func TestLeaderKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	n := 1 // it takes servers some seconds to choose a leader
	if os.Getenv(timesEnv) != "" {
		n = times(t)
	}
	t.Parallel()
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			f := newFaulty(t, seed)
			c := startCluster(t)
			s := startOn(t, c.url())
			f.server = &process{url: c.url()}
			w := startWorker(t, c.url(), fault{Hold: hold})
			f.begin()
			streams := []string{"MUSTER_TASKS", "KV_muster_results", "KV_muster_leases", "MUSTER_NOTICES"}
			for kills := range 2 {
				w.wait(t, grid.Begun)
				f.moment(hold)
				i := c.leader(f, streams[f.r.IntN(len(streams))])
				c.running[i].kill()
				if kills == 0 {
					c.start(i)
				}
			}
			startWorker(t, c.url(), fault{})
			f.wait()
			f.finished()
			s.Stop()
		})
	}
}

// startOn makes the streams of a grid on a cluster, as soon as that is ready.
func startOn(t *testing.T, url string) *grid.Server {
	t.Helper()
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		var s *grid.Server
		if s, err = grid.Start(t.Context(), grid.ServerOptions{
			Cluster: url, Replicas: 3, Lease: lease, Deliveries: 3, Version: "test", Log: slog.New(slog.DiscardHandler),
		}); err == nil {
			return s
		}
	}
	t.Fatal(err)
	return nil
}
