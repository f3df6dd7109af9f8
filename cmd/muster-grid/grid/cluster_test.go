package grid

import (
	"fmt"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startCluster starts servers that know each other and what is said of accounts, and returns where they listen.
func startCluster(t *testing.T, accounts string, n int) (urls []string) {
	t.Helper()
	var routes []*url.URL
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}

		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var all []*server.Server
	for i, port := range ports {
		o := &server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), Routes: routes,
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: port},
		}
		if err := o.ProcessConfigString(accounts); err != nil {
			t.Fatal(err)
		}
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		all = append(all, s)
	}
	for _, s := range all {
		if !s.ReadyForConnections(ready) {
			t.Fatal("a server of the cluster does not start")
		}
		urls = append(urls, s.ClientURL())
	}
	for end := time.Now().Add(ready); !led(all); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the cluster has no leader")
		}
	}
	return urls
}

// led reports whether all servers know of a leader and are up to date.
func led(all []*server.Server) bool {
	leader := false
	for _, s := range all {
		leader = leader || s.JetStreamIsLeader()
		if !s.JetStreamIsCurrent() {
			return false
		}
	}
	return leader
}

// TestCluster has each role do its part at another server of a cluster, with copies of all that is kept.
func TestCluster(t *testing.T) {
	keys, access := newUsers(t)
	text, err := access.Accounts()
	if err != nil {
		t.Fatal(err)
	}
	urls := startCluster(t, text, 3)
	x := &stage{t: t, keys: keys, urls: map[string]string{"worker": urls[1], "client": urls[2]}}
	x.server, err = Start(t.Context(), ServerOptions{Cluster: urls[0], Options: keys["server"], Replicas: 3, Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.server.Stop)
	x.worker, x.client = x.open("worker"), x.open("client")
	x.play()
	if _, err := Start(t.Context(), ServerOptions{Cluster: urls[0], Options: keys["worker"], Version: "v"}); err == nil {
		t.Error("a worker makes the streams")
	}
	if _, err := (&Access{}).Accounts(); err == nil {
		t.Error("accounts without a server")
	}
}
