package grid

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// starting is a server that answers the second request for a stream.
type starting struct {
	jetstream.JetStream
	asked int
}

func (s *starting) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if s.asked++; s.asked == 1 {
		return nil, nats.ErrNoResponders
	}
	return s.JetStream.Stream(ctx, name)
}

// TestFaster: a client begins once what was there is read, also if more results come than it reads, and if the server is
// just starting.
func TestFaster(t *testing.T) {
	c := local(t)
	add := func(i int) error {
		_, err := c.results.Create(t.Context(), fmt.Sprint("c.", i), nil)
		return err
	}
	for i := range 2 {
		if err := add(i); err != nil {
			t.Fatal(err)
		}
	}
	client := NewClient(c, "c", 0)
	client.js = &starting{JetStream: client.js}
	read, begun := 0, 0
	err := client.follow(t.Context(), func() { begun = read }, func(string, []byte) error {
		read++
		if read == 10 {
			return io.EOF
		}
		return add(read + 1)
	})
	if !errors.Is(err, io.EOF) || begun != 2 {
		t.Errorf("it begins after %d results, %v", begun, err)
	}
}

// TestAnew: results are read from their begin if the server has lost those before.
func TestAnew(t *testing.T) {
	serve := func(listen string, results int) *Server {
		t.Helper()
		s, err := Start(t.Context(), ServerOptions{Dir: t.TempDir(), Memory: true, Listen: listen, Version: "v"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Stop)
		for i := range results {
			if _, err := s.js.Publish(t.Context(), fmt.Sprintf("%sc.%s.%d", resultSubject, Hash([]byte(s.opt.Dir)), i), nil); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	s := serve("127.0.0.1:0", 3)
	c, err := Connect(t.Context(), ConnectOptions{URL: s.URL(), Version: "v"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	c.js, err = jetstream.New(c.nats, jetstream.WithDefaultTimeout(time.Second)) // a request may get lost
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context()) // with a deadline, that would be the one of requests
	defer cancel()
	defer time.AfterFunc(time.Minute, cancel).Stop()
	got := make(chan string, 100)
	ended := make(chan error, 1)
	go func() {
		ended <- NewClient(c, "c", 0).follow(ctx, func() {}, func(key string, _ []byte) error {
			got <- key
			return nil
		})
	}()
	listen := strings.TrimPrefix(s.URL(), "nats://")
	for i, n := range []int{3, 1, 4} {
		if i > 0 {
			s.Stop()
			s = serve(listen, n)
		}
		want := Hash([]byte(s.opt.Dir))
		for seen := map[string]bool{}; len(seen) < n; {
			select {
			case key := <-got:
				if !strings.Contains(key, want) {
					t.Fatalf("server %d: a result of another one: %s", i, key)
				}
				seen[key] = true
			case err := <-ended:
				t.Fatalf("server %d: %d results of %d: %v", i, len(seen), n, err)
			}
		}
	}
	cancel()
	<-ended
}
