package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/cmd/task"
)

// serveCommand keeps tasks and results, and hands them out.
func serveCommand(s streams) *cli.Command {
	var (
		opt    grid.ServerOptions
		page   string
		public bool
		store  task.ByteSize
		access accessFlags
		join   clusterFlags
		logs   logFlags
	)
	c := &cli.Command{
		Use:   "serve",
		Short: "Keep tasks and results for workers and clients",
		Long: `Serve keeps tasks and results in a directory, and hands them out to workers (muster-grid work) and
clients (muster-grid run --join). It listens on this machine only unless --listen says otherwise, which needs --users.
With --cluster it has servers of NATS keep them that run already, and shows the page.`,
		Args: cli.NoArgs,
		Run: func(c *cli.Command, _ []string) (err error) {
			if err := join.set(&opt, c.Flags()); err != nil {
				return err
			}
			if err := checkPage(page, public); err != nil {
				return err
			}
			log := logs.logger(s.err)
			opt.Version, opt.Log, opt.MaxStore = version(), log, int64(store)
			if opt.Access, err = access.server(); err != nil {
				return err
			}
			srv, err := grid.Start(c.Context(), opt)
			if err != nil {
				return err
			}
			defer srv.Stop()
			if opt.Cluster == "" {
				fmt.Fprintf(s.out, "listening on %s\n", srv.URL())
			} else {
				fmt.Fprintf(s.out, "the streams are on %s\n", srv.URL())
			}
			return watched(c.Context(), srv, func(ctx context.Context) error {
				if page == "" {
					<-ctx.Done()
					return nil
				}
				return servePage(ctx, s, srv, page)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&opt.Dir, "dir", "", "directory for tasks and results, which one server at a time has")
	f.StringVar(&opt.Listen, "listen", "127.0.0.1:4222", "address for workers and clients")
	f.StringVar(&page, "page", "127.0.0.1:4280", "address of the page with the state of all, and of /metrics; empty: none")
	f.BoolVar(&public, "public-page", false, "--page may be an address that other machines reach: anybody there reads it")
	f.DurationVar(&opt.Lease, "lease", grid.DefaultLease,
		"a worker that gives no sign of life for so long has lost its task")
	f.Var(&store, "max-store", "most bytes to keep, such as 50GB (default: three quarters of what is free)")
	f.IntVar(&opt.Deliveries, "deliveries", grid.DefaultDeliveries, "how often a task may end its worker, or its process")
	access.addServer(f)
	join.add(f)
	logs.add(f)
	return c
}

// watched calls f with a context that ends when the server cannot go on, and returns why.
func watched(ctx context.Context, srv *grid.Server, f func(context.Context) error) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	failed := make(chan error, 1)
	go func() {
		select {
		case err := <-srv.Failed():
			failed <- err
			fail(err)
		case <-ctx.Done():
		}
	}()
	err := f(ctx)
	select {
	case err := <-failed:
		return err
	default:
		return err
	}
}

// checkPage refuses an address that other machines reach, unless that is wanted.
func checkPage(addr string, public bool) error {
	if addr == "" || public {
		return nil
	}
	local, err := grid.Local(addr)
	if err == nil && !local {
		err = fmt.Errorf("--page %s is open to others, without a key: that needs --public-page", addr)
	}
	return err
}

// servePage serves the page until the context ends.
func servePage(ctx context.Context, s streams, srv *grid.Server, addr string) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "the page is at http://%s/\n", l.Addr())
	h := &http.Server{Handler: srv.Page(), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = h.Close() })
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// workCommand does tasks.
func workCommand(s streams) *cli.Command {
	var (
		join   joinFlags
		opt    grid.WorkerOptions
		memory task.ByteSize
		logs   logFlags
	)
	c := &cli.Command{
		Use:   "work",
		Short: "Do the tasks of a grid",
		Long: `Work takes tasks from the server at --join, and verifies them, each in a process of its own, until it is
interrupted: then it gives back what it has not done. It reads no file and runs no program that a task names.`,
		Args: cli.NoArgs,
		Run: func(c *cli.Command, _ []string) error {
			if join.url == "" {
				return errors.New("work needs --join URL")
			}
			log := logs.logger(s.err)
			conn, err := join.connect(c.Context(), log)
			if err != nil {
				return err
			}
			defer conn.Close()
			if opt.Child, err = child(); err != nil {
				return err
			}
			opt.Version, opt.Memory, opt.Evidence = version(), int64(memory), true
			fill(&opt)
			fmt.Fprintf(s.out, "%d tasks at a time\n", opt.Slots)
			return grid.Work(c.Context(), conn, opt)
		},
	}
	f := c.Flags()
	join.add(f)
	f.StringVar(&opt.Name, "name", "", "what this worker is called (default: of the machine and the process)")
	f.IntVarP(&opt.Slots, "jobs", "j", 0, "tasks at a time (default: one for each processor)")
	f.Var(&memory, "memory", "most memory of a task (default: no limit but the task's)")
	f.DurationVar(&opt.Timeout, "timeout", 0, "longest time of a task (default: no limit but the task's)")
	logs.add(f)
	return c
}

// fill chooses what is not chosen.
func fill(opt *grid.WorkerOptions) {
	all := runtime.GOMAXPROCS(0)
	if opt.Slots <= 0 {
		opt.Slots = all
	}
	opt.Processors = max(1, all/opt.Slots)
}
