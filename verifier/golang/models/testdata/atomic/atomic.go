// Package atomic has models of package sync/atomic, for one goroutine.
package atomic

// SwapInt32 sets a value and returns the one before.
func SwapInt32(addr *int32, new int32) (old int32) {
	old = *addr
	*addr = new
	return old
}

// CompareAndSwapInt32 sets a value if it is old.
func CompareAndSwapInt32(addr *int32, old, new int32) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

// AddInt32 adds to a value, and returns the sum.
func AddInt32(addr *int32, delta int32) (new int32) {
	*addr += delta
	return *addr
}

// AndInt32 clears bits, and returns the value before.
func AndInt32(addr *int32, mask int32) (old int32) {
	old = *addr
	*addr = old & mask
	return old
}

// OrInt32 sets bits, and returns the value before.
func OrInt32(addr *int32, mask int32) (old int32) {
	old = *addr
	*addr = old | mask
	return old
}

// LoadInt32 returns a value.
func LoadInt32(addr *int32) (val int32) { return *addr }

// StoreInt32 sets a value.
func StoreInt32(addr *int32, val int32) { *addr = val }

// SwapInt64 sets a value and returns the one before.
func SwapInt64(addr *int64, new int64) (old int64) {
	old = *addr
	*addr = new
	return old
}

// CompareAndSwapInt64 sets a value if it is old.
func CompareAndSwapInt64(addr *int64, old, new int64) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

// AddInt64 adds to a value, and returns the sum.
func AddInt64(addr *int64, delta int64) (new int64) {
	*addr += delta
	return *addr
}

// AndInt64 clears bits, and returns the value before.
func AndInt64(addr *int64, mask int64) (old int64) {
	old = *addr
	*addr = old & mask
	return old
}

// OrInt64 sets bits, and returns the value before.
func OrInt64(addr *int64, mask int64) (old int64) {
	old = *addr
	*addr = old | mask
	return old
}

// LoadInt64 returns a value.
func LoadInt64(addr *int64) (val int64) { return *addr }

// StoreInt64 sets a value.
func StoreInt64(addr *int64, val int64) { *addr = val }

// SwapUint32 sets a value and returns the one before.
func SwapUint32(addr *uint32, new uint32) (old uint32) {
	old = *addr
	*addr = new
	return old
}

// CompareAndSwapUint32 sets a value if it is old.
func CompareAndSwapUint32(addr *uint32, old, new uint32) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

// AddUint32 adds to a value, and returns the sum.
func AddUint32(addr *uint32, delta uint32) (new uint32) {
	*addr += delta
	return *addr
}

// AndUint32 clears bits, and returns the value before.
func AndUint32(addr *uint32, mask uint32) (old uint32) {
	old = *addr
	*addr = old & mask
	return old
}

// OrUint32 sets bits, and returns the value before.
func OrUint32(addr *uint32, mask uint32) (old uint32) {
	old = *addr
	*addr = old | mask
	return old
}

// LoadUint32 returns a value.
func LoadUint32(addr *uint32) (val uint32) { return *addr }

// StoreUint32 sets a value.
func StoreUint32(addr *uint32, val uint32) { *addr = val }

// SwapUint64 sets a value and returns the one before.
func SwapUint64(addr *uint64, new uint64) (old uint64) {
	old = *addr
	*addr = new
	return old
}

// CompareAndSwapUint64 sets a value if it is old.
func CompareAndSwapUint64(addr *uint64, old, new uint64) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

// AddUint64 adds to a value, and returns the sum.
func AddUint64(addr *uint64, delta uint64) (new uint64) {
	*addr += delta
	return *addr
}

// AndUint64 clears bits, and returns the value before.
func AndUint64(addr *uint64, mask uint64) (old uint64) {
	old = *addr
	*addr = old & mask
	return old
}

// OrUint64 sets bits, and returns the value before.
func OrUint64(addr *uint64, mask uint64) (old uint64) {
	old = *addr
	*addr = old | mask
	return old
}

// LoadUint64 returns a value.
func LoadUint64(addr *uint64) (val uint64) { return *addr }

// StoreUint64 sets a value.
func StoreUint64(addr *uint64, val uint64) { *addr = val }

// SwapUintptr sets a value and returns the one before.
func SwapUintptr(addr *uintptr, new uintptr) (old uintptr) {
	old = *addr
	*addr = new
	return old
}

// CompareAndSwapUintptr sets a value if it is old.
func CompareAndSwapUintptr(addr *uintptr, old, new uintptr) (swapped bool) {
	if *addr != old {
		return false
	}
	*addr = new
	return true
}

// AddUintptr adds to a value, and returns the sum.
func AddUintptr(addr *uintptr, delta uintptr) (new uintptr) {
	*addr += delta
	return *addr
}

// AndUintptr clears bits, and returns the value before.
func AndUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	old = *addr
	*addr = old & mask
	return old
}

// OrUintptr sets bits, and returns the value before.
func OrUintptr(addr *uintptr, mask uintptr) (old uintptr) {
	old = *addr
	*addr = old | mask
	return old
}

// LoadUintptr returns a value.
func LoadUintptr(addr *uintptr) (val uintptr) { return *addr }

// StoreUintptr sets a value.
func StoreUintptr(addr *uintptr, val uintptr) { *addr = val }
