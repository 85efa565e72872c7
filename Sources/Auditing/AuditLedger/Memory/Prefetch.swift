public import CProcessor

extension Array {
    /// Asks the processor to bring an element into its cache, without waiting for it: in a loop of such questions the memory
    /// answers many at the same time. One after the other they would be waited for longer than everything else takes.
    @inlinable @inline(__always)
    package func prefetch(_ position: Int) {
        unsafe withUnsafeBufferPointer { elements in
            guard elements.indices.contains(position), let base = elements.baseAddress else { return }
            unsafe waymark_prefetch(base + position)
            // Its end may be in the next cache line.
            if MemoryLayout<Element>.size > 16 { unsafe waymark_prefetch(base + position + 1) }
        }
    }
}

extension Span<UInt8> {
    /// The same of a byte.
    @inline(__always)
    func prefetch(_ position: Int) {
        unsafe withUnsafeBufferPointer { elements in
            guard elements.indices.contains(position), let base = elements.baseAddress else { return }
            unsafe waymark_prefetch(base + position)
        }
    }
}
