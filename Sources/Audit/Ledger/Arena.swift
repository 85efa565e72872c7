internal import Glibc
internal import Synchronization

/// Memory for a ledger: blocks that live as long as the arena does.
///
/// After the first megabyte it comes on huge pages, where the kernel has them: touching a new page and finding the
/// place of an old one take more time than all else that happens to a row.
@safe final class Arena: Sendable {
    @safe private struct Chunks: ~Copyable, @unchecked Sendable {
        private var all: [UnsafeMutableRawBufferPointer] = unsafe []
        private var free = 0..<0

        mutating func block(_ size: Int) -> UnsafeMutableRawPointer {
            if free.count < size { grow(size) }
            guard let base = unsafe all.last?.baseAddress else { preconditionFailure("an arena without memory") }
            let block = unsafe base + free.lowerBound
            free = (free.lowerBound + size)..<free.upperBound
            return unsafe block
        }

        private mutating func grow(_ size: Int) {
            let isFirst = unsafe all.isEmpty
            let length = max(isFirst ? Arena.firstChunk : Arena.chunk, size + Arena.hugePage)
            // See: man 2 mmap.
            let pages = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { preconditionFailure("out of memory") }
            unsafe all.append(UnsafeMutableRawBufferPointer(start: pages, count: length))
            free = 0..<length
            guard !isFirst else { return }
            // Whole huge pages only. A kernel that refuses has none; the memory is good all the same. See: man 2 madvise.
            let before = Int(bitPattern: pages) & (Arena.hugePage - 1)
            free = (before == 0 ? 0 : Arena.hugePage - before)..<length
            _ = unsafe madvise(pages, length, MADV_HUGEPAGE)
        }

        deinit {
            for index in unsafe all.indices {
                let chunk = unsafe all[index]
                _ = unsafe munmap(chunk.baseAddress, chunk.count)
            }
        }
    }

    fileprivate static let firstChunk = 1 << 20
    fileprivate static let chunk = 1 << 25
    fileprivate static let hugePage = 1 << 21

    private let chunks = Mutex(Chunks())

    /// A block of so many bytes, a multiple of 16, all of them 0.
    @unsafe func block(_ size: Int) -> UnsafeMutableRawPointer {
        precondition(size > 0 && size % 16 == 0, "a block of an odd size")
        let address = chunks.withLock { chunks in unsafe UInt(bitPattern: chunks.block(size)) }
        guard let block = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("a block at no address")
        }
        return unsafe block
    }
}
