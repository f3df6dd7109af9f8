package campaign

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// insideEnv says that a process has a network and file systems of its own.
const insideEnv = "MUSTER_GRID_TEST_INSIDE"

// TestNamespaces has faults that need a network or a file system of their own, in a process that has them: links between
// workers and the server that are there and carry nothing, and a disk without room.
func TestNamespaces(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	if os.Getenv(insideEnv) == "" {
		inside(t)
		return
	}
	run(t, "ip", "link", "set", "lo", "up")
	for i, f := range []struct {
		name string
		do   func(f *faulty, net int)
	}{
		{"partition", (*faulty).unplugged},
		{"disk is full", func(f *faulty, _ int) { f.fullDisk() }},
	} {
		t.Run(f.name, func(t *testing.T) {
			sum := summed(t)
			for seed := range times(t) {
				t.Run(fmt.Sprint(seed), func(t *testing.T) {
					t.Parallel()
					defer sum.add(t, time.Now())
					x := newFaulty(t, seed)
					f.do(x, 100*i+seed)
					x.finished()
				})
			}
		})
	}
}

// inside runs this test again with a network and file systems of its own, if this machine allows that.
func inside(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"ip", "nsenter", "mount"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestNamespaces$", "-test.v", "-test.parallel=4", "-test.timeout=20m")
	cmd.Env = append(os.Environ(), insideEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if cmd.Process == nil && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EINVAL)) {
		t.Skip("this machine gives no namespaces: TestFaults has links by a proxy, and a store with a limit: ", err)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if testing.Verbose() {
		t.Logf("%s", out)
	}
}

// run runs a command.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// network makes a network for a worker, with a cable to that of this process. It returns both ends' addresses, the name
// of this end, and what runs a command there.
func network(t *testing.T, n int) (here, cable string, there []string) {
	t.Helper()
	holder := exec.Command("sleep", "infinity")
	holder.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = holder.Process.Kill()
		_ = holder.Wait()
	})
	pid := fmt.Sprint(holder.Process.Pid)
	cable = fmt.Sprintf("m%da", n)
	far := fmt.Sprintf("m%db", n)
	here = fmt.Sprintf("10.77.%d.1", n)
	there = []string{"nsenter", "--target", pid, "--net", "--"}
	run(t, "ip", "link", "add", cable, "type", "veth", "peer", "name", far, "netns", pid)
	run(t, "ip", "addr", "add", here+"/24", "dev", cable)
	run(t, "ip", "link", "set", cable, "up")
	for _, c := range [][]string{{"addr", "add", fmt.Sprintf("10.77.%d.2/24", n), "dev", far}, {"link", "set", far, "up"}} {
		run(t, there[0], append(append(there[1:], "ip"), c...)...)
	}
	return here, cable, there
}

// keys writes keys for a worker and for the client, and who may connect.
func (f *faulty) keys() (users, worker string) {
	dir := f.t.TempDir()
	users, worker = filepath.Join(dir, "users"), filepath.Join(dir, string(grid.RoleWorker))
	client := filepath.Join(dir, string(grid.RoleClient))
	var list strings.Builder
	for _, name := range []string{worker, client} {
		public, secret, err := grid.NewKey()
		if err == nil {
			err = os.WriteFile(name, secret, 0o600)
		}
		if err != nil {
			f.t.Fatal(err)
		}
		fmt.Fprintln(&list, filepath.Base(name), public)
	}
	err := os.WriteFile(users, []byte(list.String()), 0o600)
	if err == nil {
		f.who, err = grid.Credentials(client, "")
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return users, worker
}

// unplugged has the network of a worker fail for longer than its lease, while it has a task: packets are lost, and no
// connection ends.
func (f *faulty) unplugged(net int) {
	here, cable, there := network(f.t, net)
	users, key := f.keys()
	f.server = serve(f.t, serveOptions{Dir: f.dir, Listen: here + ":0", Users: users})
	env := []string{urlEnv + "=" + f.server.url, keyEnv + "=" + key, faultEnv + "=" + text(f.t, fault{Hold: hold})}
	w := startProcess(f.t, there, "worker", env...)
	f.begin()
	tasks := 1 + f.r.IntN(3)
	for range tasks {
		w.wait(f.t, grid.Begun)
	}
	f.moment(hold)
	run(f.t, "ip", "link", "set", cable, "down")
	startProcess(f.t, nil, "worker", env[0], env[1], faultEnv+"="+text(f.t, fault{}))
	time.Sleep(lease)
	f.moment(lease)
	run(f.t, "ip", "link", "set", cable, "up")
	f.wait()
	for range tasks {
		w.wait(f.t, grid.Ended)
	}
}

// fullDisk has the disk of the server fill up at any moment: the server ends, since it can keep nothing. When there is
// room again, and it has begun again, the campaign goes on.
func (f *faulty) fullDisk() {
	disk := f.t.TempDir()
	run(f.t, "mount", "-t", "tmpfs", "-o", "size=16m", "none", disk)
	f.t.Cleanup(func() { run(f.t, "umount", disk) })
	o := serveOptions{Dir: filepath.Join(disk, "server"), Listen: "127.0.0.1:0"}
	f.server = serve(f.t, o)
	startWorker(f.t, f.server.url, fault{Hold: hold})
	f.begin()
	f.moment(3 * hold)
	filler := filepath.Join(disk, "filler")
	fill(f.t, filler)
	select {
	case <-f.server.gone:
	case <-time.After(time.Minute):
		f.t.Fatal("the server goes on without room")
	}
	if err := os.Remove(filler); err != nil {
		f.t.Fatal(err)
	}
	o.Listen = strings.TrimPrefix(f.server.url, "nats://")
	f.server = serve(f.t, o)
	f.wait()
}

// fill writes a file until the disk is full.
func fill(t *testing.T, name string) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for b := make([]byte, 4096); err == nil; {
		_, err = file.Write(b)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	_ = file.Close() // it is full
}
