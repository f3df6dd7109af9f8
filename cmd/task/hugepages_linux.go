package task

import (
	"math"
	"runtime/debug"
	"syscall"
)

const (
	// mostHuge is how much of the heap is advised to lie in huge pages, and hugePiece how much of it at a time: what
	// lies where something was freed is cleared, and takes memory.
	mostHuge  = 1 << 30
	hugePiece = 4 << 20
)

// hugePages has the heap grow into huge pages, where the kernel gives them on request. With small ones a verification
// spends up to a third of its time in faults, each of which makes a page of 4 KB, and more in walks through page
// tables. The runtime makes no such request. So large objects are allocated where the heap is to grow, for the caller
// to collect: the request stays, and what is not touched takes no memory. It asks for no more than the limits leave.
func hugePages() {
	n := mostHuge
	if most := debug.SetMemoryLimit(-1); most < math.MaxInt64 {
		n = int(min(int64(n), most/4))
	}
	if !roomFor(n) {
		return
	}
	pieces := make([][]byte, n/hugePiece)
	for i := range pieces {
		pieces[i] = make([]byte, hugePiece)
		_ = syscall.Madvise(pieces[i], syscall.MADV_HUGEPAGE) // it is advice, so errors do not matter
	}
}

// roomFor reports whether the system has room for so many bytes of addresses. The runtime would end the process.
func roomFor(n int) bool {
	b, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	return err == nil && syscall.Munmap(b) == nil
}
