import Dispatch
import Glibc
import Synchronization

/// What an audit cannot do without, whatever it computes: each byte of the file comes out of the kernel and is looked at once,
/// each row finds its content in a table and leaves a record, and the records of a content come together. On several threads,
/// with nothing else between them: the least time that the traffic with the memory takes.
struct Traffic {
    private static let piece = 1 << 20
    private static let record = 24
    private static let line = 64
    /// Look-ups under way at a time.
    private static let together = 16

    let file: String
    let rows: Int
    let tags: Int
    let threads: Int

    /// Nanoseconds of a thread for each row.
    struct Costs {
        var reading = 0.0
        var looking = 0.0
        var finding = 0.0
        var recording = 0.0
        var grouping = 0.0

        var sum: Double { reading + looking + finding + recording + grouping }
    }

    func measure() throws -> Costs {
        var status = stat()
        guard stat(file, &status) == 0, status.st_size > 0, rows > 0, tags > 0 else { throw Unreadable(file: file) }
        let size = Int(status.st_size)
        let whole = Mutex(Costs())
        let failed = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            guard let costs = part(size * thread / threads..<size * (thread + 1) / threads) else {
                return failed.store(true, ordering: .relaxed)
            }
            whole.withLock { whole in
                whole.reading += costs.reading / Double(threads)
                whole.looking += costs.looking / Double(threads)
                whole.finding += costs.finding / Double(threads)
                whole.recording += costs.recording / Double(threads)
                whole.grouping += costs.grouping / Double(threads)
            }
        }
        if failed.load(ordering: .relaxed) { throw Unreadable(file: file) }
        return whole.withLock { $0 }
    }

    struct Unreadable: Error { let file: String }

    /// Of one thread, which has its share of the bytes, rows and tags.
    private func part(_ bytes: Range<Int>) -> Costs? {
        let number = open(file, O_RDONLY)
        guard number >= 0 else { return nil }
        defer { close(number) }
        let (rows, tags) = (rows / threads, max(1, tags / threads))
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: Self.piece, alignment: 64)
        let table = UnsafeMutableRawPointer.allocate(byteCount: tags * Self.line, alignment: 64)
        let records = UnsafeMutableRawPointer.allocate(byteCount: rows * Self.record, alignment: 64)
        let grouped = UnsafeMutableRawPointer.allocate(byteCount: rows * Self.record, alignment: 64)
        defer { for memory in [buffer, table, records, grouped] { memory.deallocate() } }
        // The table is made while contents are new, which is their share, not that of each row.
        memset(table, 0, tags * Self.line)
        var costs = Costs()
        var (sum, random) = (UInt64(0), UInt64(bytes.lowerBound) | 1)
        func spent(_ body: () -> Void) -> Double {
            let began = ContinuousClock.now
            body()
            return (ContinuousClock.now - began) / .nanoseconds(1) / Double(rows)
        }
        var position = bytes.lowerBound
        while position < bytes.upperBound {
            var count = 0
            costs.reading += spent {
                count = pread(number, buffer, min(Self.piece, bytes.upperBound - position), off_t(position))
            }
            guard count > 0 else { return nil }
            costs.looking += spent {
                for word in UnsafeRawBufferPointer(start: buffer, count: count & ~7).bindMemory(to: UInt64.self) {
                    sum &+= word
                }
            }
            position += count
        }
        var places = [Int](repeating: 0, count: Self.together)
        costs.finding = spent {
            for _ in 0..<rows / Self.together {
                for index in places.indices {
                    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    places[index] = Int(random >> 33) % tags * Self.line
                }
                // Nothing waits for one of them, so the processor asks for all.
                for place in places { sum &+= table.load(fromByteOffset: place, as: UInt64.self) }
            }
        }
        costs.recording = spent { for byte in 0..<rows * Self.record / 8 { put(UInt64(byte), records, byte) } }
        costs.grouping = spent { memcpy(grouped, records, rows * Self.record) }
        // So that nothing is left out as unneeded.
        if sum == 1 { print("") }
        return costs
    }

    private func put(_ value: UInt64, _ memory: UnsafeMutableRawPointer, _ index: Int) {
        memory.storeBytes(of: value, toByteOffset: 8 * index, as: UInt64.self)
    }
}
