internal import Glibc
internal import Synchronization

/// Memory for a ledger, which lives as long as the arena does: blocks of one size, which are given back and used again, and
/// larger pieces.
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
        private var returned: [UnsafeMutableRawPointer] = unsafe []

        /// Cuts it into blocks.
        mutating func takeBack(_ piece: UnsafeMutableRawBufferPointer) {
            guard let base = piece.baseAddress else { return }
            for start in stride(from: 0, through: piece.count - Arena.blockSize, by: Arena.blockSize) {
                unsafe returned.append(base + start)
            }
        }

        mutating func block() -> UnsafeMutableRawPointer { unsafe returned.popLast() ?? zeros(Arena.blockSize) }

        mutating func zeros(_ size: Int) -> UnsafeMutableRawPointer {
            if free.count < size { grow(size) }
            guard let base = unsafe all.last?.baseAddress else { preconditionFailure("an arena without memory") }
            let piece = unsafe base + free.lowerBound
            free = (free.lowerBound + size)..<free.upperBound
            return unsafe piece
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
    /// How many bytes a block has.
    static let blockSize = 1 << 12

    private let chunks = Mutex(Chunks())

    /// A block with undefined content.
    @unsafe func block() -> UnsafeMutableRawPointer { unsafe piece { chunks in unsafe chunks.block() } }

    /// So many bytes, a multiple of 16, all of them 0.
    @unsafe func zeros(_ size: Int) -> UnsafeMutableRawPointer {
        precondition(size > 0 && size % 16 == 0, "a piece of an odd size")
        return unsafe piece { chunks in unsafe chunks.zeros(size) }
    }

    /// Takes back a block, or a larger piece, that is not needed any more.
    @unsafe func takeBack(_ piece: UnsafeMutableRawPointer, _ size: Int = Arena.blockSize) {
        let address = UInt(bitPattern: piece)
        chunks.withLock { chunks in
            let piece = unsafe UnsafeMutableRawPointer(bitPattern: address)
            unsafe chunks.takeBack(UnsafeMutableRawBufferPointer(start: piece, count: size))
        }
    }

    @unsafe private func piece(_ take: (inout Chunks) -> UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let address = chunks.withLock { chunks in unsafe UInt(bitPattern: take(&chunks)) }
        guard let piece = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("a piece at no address")
        }
        return unsafe piece
    }
}
