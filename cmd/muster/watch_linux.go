package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/muster-smt/muster/theory/reason"
)

// Where memory is tight, an allocation may fail in the middle of anything. The Go runtime
// then prints the stacks and exits, or the system kills the process, and no code of ours
// runs. So the process starts itself once more, and reports what became of that one.
//
// The supervised process has the same standard input and output, and writes its messages
// to the same error output. Only its file descriptor 2, to which the runtime writes, is a
// pipe to the supervisor.

// The environment variables that mark a supervised process, and count how often a process
// has started again for a better place of its heap.
const (
	supervisedKey = "MUSTER_SUPERVISED"
	drawsKey      = "MUSTER_DRAWS"
	maxDraws      = 12
)

// began is what a supervised process writes to the pipe when it begins.
const began = "muster begins\n"

// supervise runs the command line in a process of its own if memory is tight. It returns
// its exit code; done is false if the command line is yet to be run, here.
func supervise(args []string) (code int, done bool) {
	supervised := os.Getenv(supervisedKey) != ""
	draw(supervised)
	s := streams{os.Stdin, os.Stdout, os.Stderr}
	if supervised {
		os.Unsetenv(supervisedKey)
		_, _ = io.WriteString(os.Stderr, began)
		os.Stderr = os.NewFile(3, "/dev/stderr")
		syscall.CloseOnExec(3)
		return 0, false
	}
	if !worldRoom().tight {
		return 0, false
	}
	self, err := os.Executable()
	if err != nil {
		return 0, false
	}
	runtime.LockOSThread() // the system kills the child when the thread that started it ends
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	killed := killedInGroup()
	var d death
	for range maxDraws {
		if d, err = live(self, s.err, signals); err != nil {
			return 0, false
		}
		if d.began || !d.starved() {
			break
		}
	}
	switch {
	case d.starved() || d.by(syscall.SIGKILL) && killedInGroup() > killed:
		return s.starved(args), true
	case d.by(os.Interrupt) || d.by(syscall.SIGTERM) || d.by(syscall.SIGKILL):
		signal.Reset()
		_ = syscall.Kill(os.Getpid(), d.status.Signal())
		return 128 + int(d.status.Signal()), true
	case d.status.Signaled():
		return 128 + int(d.status.Signal()), true
	case d.words == "":
		return d.status.ExitStatus(), true
	}
	message, stack, _ := strings.Cut(d.words, "\n")
	return s.report(reason.Reason{Kind: reason.Internal, Detail: message, Stack: stack}), true
}

// death says how a supervised process has ended.
type death struct {
	status syscall.WaitStatus
	began  bool   // code of ours has run
	words  string // of the Go runtime
}

// by reports whether a signal has ended the process.
func (d *death) by(sig os.Signal) bool { return d.status.Signaled() && d.status.Signal() == sig }

// starved reports whether the process died because it got no memory. Go handles a fault
// itself; only where there is no room for a new program, or for the handler, it ends one.
func (d *death) starved() bool {
	return noMemory.MatchString(d.words) || d.by(syscall.SIGSEGV) || d.by(syscall.SIGBUS)
}

// live runs the supervised process, and passes signals on to it.
func live(self string, stderr io.Writer, signals <-chan os.Signal) (d death, err error) {
	c := exec.Cmd{
		Path: self, Args: os.Args, Env: append(os.Environ(), supervisedKey+"=1"),
		Stdin: os.Stdin, Stdout: os.Stdout, ExtraFiles: []*os.File{os.Stderr},
		SysProcAttr: &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL},
	}
	words, err := c.StderrPipe()
	if err != nil {
		return d, err
	}
	if err := c.Start(); err != nil {
		return d, err
	}
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case sig := <-signals:
				_ = c.Process.Signal(sig)
			case <-over:
				return
			}
		}
	}()
	d.began, d.words = lastWords(words, stderr)
	var exit *exec.ExitError
	if errors.As(c.Wait(), &exit) {
		d.status, _ = exit.Sys().(syscall.WaitStatus)
	}
	return d, nil
}

// draw starts the program again, in the same process, if its heap began so late in its
// first block that little is left of that, and if there is hardly another block. Go
// places the heap at random. A supervisor needs a few megabytes.
func draw(supervised bool) {
	n, _ := strconv.Atoi(os.Getenv(drawsKey))
	os.Unsetenv(drawsKey)
	a, limited := addresses()
	need, most := int64(blockSize/4), int64(0)
	if supervised {
		need, most = blockSize/8*5, blockSize
	}
	if !limited || a.first >= need || a.more > most || n >= maxDraws {
		return
	}
	if self, err := os.Executable(); err == nil {
		_ = syscall.Exec(self, os.Args, append(os.Environ(), fmt.Sprintf("%s=%d", drawsKey, n+1)))
	}
}

// noMemory are the words of the Go runtime when it cannot have more memory or threads.
var noMemory = regexp.MustCompile(
	`out of memory|cannot allocate|cannot map|failed to reserve|failed to create new OS thread|errno ?= ?12\b`)

// dying is how the last words of the Go runtime begin.
var dying = regexp.MustCompile(`^(fatal error: |runtime: |panic: |SIG[A-Z]+: |unexpected fault address)`)

// maxWords bounds the last words that are kept.
const maxWords = 1 << 16

// lastWords reads what comes through the pipe, to its end. It passes it on, up to the
// first line with which the process dies, and returns the rest.
func lastWords(r io.Reader, w io.Writer) (begun bool, words string) {
	var last strings.Builder
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		switch {
		case line == began:
			begun = true
		case last.Len() == 0 && !dying.MatchString(line):
			_, _ = io.WriteString(w, line)
		case last.Len() < maxWords:
			last.WriteString(line)
		}
		if err != nil {
			return begun, last.String()
		}
	}
}

// killedInGroup returns how many processes the system has killed because the memory of
// the control group of this one was used up.
func killedInGroup() (n int64) {
	for line := range strings.Lines(readText("/proc/self/cgroup")) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		for _, file := range []string{
			"/sys/fs/cgroup" + part[2] + "/memory.events", "/sys/fs/cgroup/memory.events",
			"/sys/fs/cgroup/memory" + part[2] + "/memory.oom_control", "/sys/fs/cgroup/memory/memory.oom_control",
		} {
			for count := range strings.Lines(readText(file)) {
				var k int64
				if _, err := fmt.Sscanf(count, "oom_kill %d", &k); err == nil {
					n += k
				}
			}
		}
	}
	return n
}
