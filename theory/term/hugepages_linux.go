package term

import (
	"syscall"
	"unsafe"
)

// hugePages asks for large pages below a large array that is accessed at random:
// with small ones, each access costs a walk through the page tables on top, and each
// page a fault. It is advice: whatever comes of it, the array is the same.
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
