package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// worldRoom returns the limits of memory that the system sets this process: those of
// ulimit, of its control groups, and GOMEMLIMIT.
func worldRoom() room {
	r := room{bytes: softLimit()}
	if n := memoryOfGroups("/sys/fs/cgroup", readText("/proc/self/cgroup")); n > 0 {
		r.bytes = within(r.bytes, ofContainer(n))
		r.tight = n < tightBelow
	}
	if a, limited := addresses(); limited {
		r.bytes = within(r.bytes, ofAddresses(a.first+a.more))
		r.tight = true
	}
	return r
}

// readText reads a small file; it is empty if that fails.
func readText(file string) string {
	text, _ := os.ReadFile(file)
	return string(text)
}

// memoryOfGroups returns the smallest limit of the control groups of this process, or 0.
// The text is that of /proc/self/cgroup. A container may see its own group at the top, so
// the folders above the named one count too.
func memoryOfGroups(root, text string) (least int64) {
	for line := range strings.Lines(text) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		at, file := root, "memory.max"
		switch {
		case strings.Contains(","+part[1]+",", ",memory,"):
			at, file = path.Join(root, "memory"), "memory.limit_in_bytes"
		case part[1] != "":
			continue
		}
		for group := path.Join("/", part[2]); ; group = path.Dir(group) {
			n, err := strconv.ParseInt(strings.TrimSpace(readText(path.Join(at, group, file))), 10, 64)
			if err == nil && n > 0 && n < 1<<60 { // above is no limit
				least = within(least, n)
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

// heapAddresses are the addresses that are left to the heap under ulimit -v or -d.
type heapAddresses struct {
	first int64 // in the block where the heap begins
	more  int64 // in further blocks
}

// blockSize is how many addresses the Go runtime takes at once for its heap.
const blockSize = 64 << 20 >> (4 * (1 - strconv.IntSize/64))

// besides is what the runtime needs besides the heap as this grows.
const besides = 8 << 20

// addresses returns what ulimit leaves of the addresses, if it limits them. Go reserves
// more than 600 MB of them for its tables when it starts.
func addresses() (a heapAddresses, limited bool) {
	left := int64(math.MaxInt64)
	status := readText("/proc/self/status")
	for resource, word := range map[int]string{syscall.RLIMIT_AS: "VmSize:", syscall.RLIMIT_DATA: "VmData:"} {
		var l syscall.Rlimit
		if syscall.Getrlimit(resource, &l) != nil || l.Cur >= 1<<60 {
			continue
		}
		_, rest, _ := strings.Cut(status, word)
		if f := strings.Fields(rest); len(f) > 0 {
			used, _ := strconv.ParseInt(f[0], 10, 64)
			left, limited = min(left, int64(l.Cur)-used<<10), true
		}
	}
	if !limited {
		return a, false
	}
	a.first = firstBlock(fmt.Sprintf("%p", &a), readText("/proc/self/maps"))
	a.more = max(left-besides, 0) / blockSize * blockSize
	return a, true
}

// firstBlock returns how many addresses the heap has in the block of a pointer into it.
// Go lets the heap begin at a random place in its first block. The text is that of
// /proc/self/maps.
func firstBlock(pointer, maps string) int64 {
	at, err := strconv.ParseUint(strings.TrimPrefix(pointer, "0x"), 16, 64)
	if err != nil {
		return 0
	}
	low := at / blockSize * blockSize
	for s := bufio.NewScanner(strings.NewReader(maps)); s.Scan(); {
		var from, to uint64
		var mode string
		if _, err := fmt.Sscanf(s.Text(), "%x-%x %s", &from, &to, &mode); err != nil || !strings.HasPrefix(mode, "rw") {
			continue
		}
		if from >= low && from < low+blockSize {
			return int64(low + blockSize - from)
		}
		if from < low && to > low {
			return blockSize
		}
	}
	return 0
}
