package campaign

import (
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/grid"
)

// divides has the campaign be one of a program whose search is divided, among two workers with links of their own, to
// which something happens at a stage of a part. It begins, and returns who has a part of it, and who has the rest.
func (f *faulty) divides(at fault) (ws []*process, links []*link) {
	f.t.Helper()
	text, verdict := dividedSafe, "safe"
	if f.r.IntN(3) == 0 {
		text, verdict = dividedUnsafe, "unsafe"
	}
	f.opt, f.want = dividing(f.t, text), []string{verdict}
	at.Hold, at.Divide = hold, 1
	for range 2 {
		l := newLink(f.t, strings.TrimPrefix(f.server.url, "nats://"))
		links, ws = append(links, l), append(ws, startWorker(f.t, l.url(), at))
	}
	rest(f.t, f.server.url, len(ws))
	f.begin()
	if halfAt(f.t, grid.Begun, ws...) == ws[1] {
		slices.Reverse(ws)
		slices.Reverse(links)
	}
	return ws, links
}

// whole waits until the campaign has ended, and no part of it is left.
func (f *faulty) whole() {
	f.wait()
	streamed(f.t, f.stream(), "MUSTER_HALVES", 0)
}

// partKilled has a worker killed that has a part of a search, or the rest of it.
func (f *faulty) partKilled() {
	ws, _ := f.divides(fault{})
	f.moment(3 * hold)
	ws[f.r.IntN(2)].kill()
	if f.r.IntN(2) == 0 { // else the other one does what is left
		startWorker(f.t, f.server.url, fault{})
	}
	f.whole()
}

// partKilledAt has a worker killed at a stage of a part of a search, and the other one, too, if it takes that.
func (f *faulty) partKilledAt(s grid.Stage) {
	ws, _ := f.divides(fault{At: halfStage(s), Signal: syscall.SIGKILL})
	<-ws[0].gone
	startWorker(f.t, f.server.url, fault{})
	f.whole()
}

// partStopped has a worker stopped, for longer than its lease, that has a part of a search, or the rest. It goes on when
// others have done that.
func (f *faulty) partStopped() {
	ws, _ := f.divides(fault{})
	w, ended := ws[0], halfStage(grid.Ended)
	if f.r.IntN(2) == 0 {
		w, ended = ws[1], grid.Ended
	}
	f.moment(hold)
	w.signal(f.t, syscall.SIGSTOP)
	if f.r.IntN(2) == 0 { // else the other one does what is left
		startWorker(f.t, f.server.url, fault{})
	}
	f.wait()
	w.signal(f.t, syscall.SIGCONT)
	w.wait(f.t, ended)
	streamed(f.t, f.stream(), "MUSTER_HALVES", 0)
}

// partRestarted has the server end at any moment of a search that is divided, and begin again.
func (f *faulty) partRestarted() {
	f.divides(fault{})
	f.moment(2 * hold)
	f.server.kill()
	f.server = serve(f.t, serveOptions{Dir: f.dir, Listen: strings.TrimPrefix(f.server.url, "nats://")})
	f.whole()
}

// partPartitioned has the link of a worker fail, for longer than its lease, that has a part of a search, or the rest.
func (f *faulty) partPartitioned(how func(*link, bool)) {
	_, links := f.divides(fault{})
	l := links[f.r.IntN(2)]
	f.moment(2 * hold)
	l.set(func() { how(l, true) })
	if f.r.IntN(2) == 0 {
		startWorker(f.t, f.server.url, fault{})
	}
	time.Sleep(lease)
	f.moment(lease)
	l.set(func() { how(l, false) })
	f.whole()
}
