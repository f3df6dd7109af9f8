package term

import (
	"syscall"
	"unsafe"
)

// hugePages asks the kernel to back a large, randomly accessed array by huge
// pages: with small ones, most accesses cost a walk through the page tables as
// well, and each page a fault. It is advice, so errors do not matter.
func hugePages[T any](a []T) {
	const page = 2 << 20
	var e T
	n := len(a) * int(unsafe.Sizeof(e))
	if n < 2*page {
		return
	}
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(a))), n)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % page
	b = b[skip:]
	_ = syscall.Madvise(b[:len(b)/page*page], syscall.MADV_HUGEPAGE)
}
