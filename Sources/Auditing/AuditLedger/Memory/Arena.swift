internal import Glibc
internal import Synchronization

/// Memory for a ledger: blocks that live as long as the arena does, but for those that are given back and used again.
///
/// Huge pages are asked for: blocks are taken by all shards in turn, so that neighbours in a shard are far apart, and small
/// pages' addresses would have to be looked up again and again. Not at first: what few rows touch of their blocks is little,
/// and a huge page is cleared as a whole.
@safe final class Arena: Sendable {
    /// Sendable although it holds pointers: only `chunks` has one, behind its lock, and a block that is handed out belongs
    /// to the caller alone until it is taken back.
    @safe private struct Chunks: ~Copyable, @unchecked Sendable {
        private var all: [UnsafeMutableRawBufferPointer] = unsafe []
        /// What was never used of the last one.
        private var free = 0..<0
        private var returned: [UnsafeMutableRawBufferPointer] = unsafe []

        mutating func takeBack(_ block: UnsafeMutableRawBufferPointer) {
            unsafe returned.append(block)
        }

        mutating func usedBlock(_ size: Int) -> UnsafeMutableRawPointer? {
            guard let last = unsafe returned.popLast() else { return nil }
            guard last.count >= size, let base = last.baseAddress else {
                // Too small a rest for anything that is asked for often.
                return unsafe usedBlock(size)
            }
            if last.count - size >= Arena.leastRest {
                unsafe returned.append(UnsafeMutableRawBufferPointer(rebasing: last[size...]))
            }
            return unsafe base
        }

        mutating func block(_ size: Int) -> UnsafeMutableRawPointer {
            if free.count < size { grow(size) }
            guard let base = unsafe all.last?.baseAddress else { preconditionFailure("an arena without memory") }
            let block = unsafe base + free.lowerBound
            free = (free.lowerBound + size)..<free.upperBound
            return unsafe block
        }

        private mutating func grow(_ size: Int) {
            let isFirst = unsafe all.isEmpty
            let length = max(isFirst ? Arena.firstChunk : Arena.chunk, size)
            // See: man 2 mmap.
            let pages = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { preconditionFailure("out of memory") }
            // Best effort: without huge pages, small ones serve. See: man 2 madvise.
            _ = unsafe madvise(pages, length, isFirst ? MADV_NOHUGEPAGE : MADV_HUGEPAGE)
            unsafe all.append(UnsafeMutableRawBufferPointer(start: pages, count: length))
            free = 0..<length
        }

        deinit {
            for index in unsafe all.indices {
                let chunk = unsafe all[index]
                _ = unsafe munmap(chunk.baseAddress, chunk.count)
            }
        }
    }

    fileprivate static let firstChunk = 1 << 24
    fileprivate static let chunk = 1 << 25
    fileprivate static let leastRest = 1 << 12

    private let chunks = Mutex(Chunks())

    /// A block of so many bytes, a multiple of 16, with undefined content.
    @unsafe func block(_ size: Int) -> UnsafeMutableRawPointer {
        unsafe block(size) { chunks in unsafe chunks.usedBlock(size) ?? chunks.block(size) }
    }

    /// The same, all of its bytes 0.
    @unsafe func zeros(_ size: Int) -> UnsafeMutableRawPointer {
        unsafe block(size) { chunks in unsafe chunks.block(size) }
    }

    /// Takes back a block that is not needed any more.
    @unsafe func takeBack(_ block: UnsafeMutableRawPointer, _ size: Int) {
        let address = UInt(bitPattern: block)
        chunks.withLock { chunks in
            let block = unsafe UnsafeMutableRawPointer(bitPattern: address)
            unsafe chunks.takeBack(UnsafeMutableRawBufferPointer(start: block, count: size))
        }
    }

    @unsafe private func block(
        _ size: Int, _ take: (inout Chunks) -> UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer {
        precondition(size > 0 && size % 16 == 0, "a block of an odd size")
        let address = chunks.withLock { chunks in unsafe UInt(bitPattern: take(&chunks)) }
        guard let block = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("a block at no address")
        }
        return unsafe block
    }
}
