import Dispatch
import Glibc
import Testing

@testable import Logging

@Suite struct `Writing log lines to a descriptor` {
    @Test func `gives the journal a priority instead of the time`() throws {
        let text = try written { descriptor in
            let handler = DescriptorLogHandler(descriptor: descriptor, prefix: .priority)
            let logger = Logger(label: "a", level: .trace, handler: handler)
            for level in Logger.Level.allCases { logger.log(level: level, "b") }
        }
        #expect(
            text == """
                <7>trace a: b
                <7>debug a: b
                <6>info a: b
                <5>notice a: b
                <4>warning a: b
                <3>error a: b
                <2>critical a: b

                """)
    }

    @Test(arguments: [
        (0, 0, "1970-01-01T00:00:00.000Z"),
        (951_782_399, 7, "2000-02-28T23:59:59.007Z"),
        (1_772_355_900, 42, "2026-03-01T09:05:00.042Z"),
    ])
    func `puts the time in UTC before a line`(seconds: Int, milliseconds: Int, time: String) throws {
        let text = try written { descriptor in
            let handler = DescriptorLogHandler(descriptor: descriptor, prefix: .time) {
                timespec(tv_sec: seconds, tv_nsec: milliseconds * 1_000_000)
            }
            Logger(label: "a", handler: handler).info("b", metadata: ["c": "d"])
        }
        #expect(text == "\(time) info a: b c=d\n")
    }

    /// A pipe holds fewer bytes than these lines have, and its non-blocking end refuses them again and again.
    @Test func `never mixes the lines of several threads`() async throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        try #require(fcntl(output, F_SETFL, O_NONBLOCK) == 0)
        let (texts, arrival) = AsyncStream.makeStream(of: String.self)
        // A thread of its own: the writers below may hold every thread that tasks run on.
        DispatchQueue(label: "reader").async {
            arrival.yield(contents(of: input))
            arrival.finish()
        }
        let message = String(repeating: "x", count: 90_000)
        await withTaskGroup { group in
            let logger = Logger(
                label: "a", handler: DescriptorLogHandler(descriptor: output, prefix: .priority))
            for _ in 0..<20 { group.addTask { logger.info(message) } }
        }
        close(output)
        for await text in texts {
            #expect(text == String(repeating: "<6>info a: \(message)\n", count: 20))
        }
        close(input)
    }

    @Test func `a descriptor that cannot be written loses the line and nothing else`() throws {
        let text = try written { descriptor in
            Logger(label: "a", handler: DescriptorLogHandler(descriptor: -1, prefix: .priority)).info("b")
            Logger(label: "a", handler: DescriptorLogHandler(descriptor: descriptor, prefix: .priority)).info("c")
        }
        #expect(text == "<6>info a: c\n")
    }

    @Test func `the journal is recognised by device and inode, not by the variable alone`() throws {
        let file = try #require(temporaryFile())
        defer { close(file) }
        var status = stat()
        fstat(file, &status)
        #expect(isReadByJournal(file, variable: "\(status.st_dev):\(status.st_ino)"))
        #expect(!isReadByJournal(file, variable: "\(status.st_dev):\(status.st_ino + 1)"))
        #expect(!isReadByJournal(file, variable: ""))
        #expect(!isReadByJournal(file, variable: nil))
        #expect(!isReadByJournal(-1, variable: "0:0"))
    }

    /// A file without a name, gone when it is closed.
    private func temporaryFile() -> Int32? {
        guard let file = tmpfile() else { return nil }
        defer { fclose(file) }
        let descriptor = dup(fileno(file))
        return descriptor < 0 ? nil : descriptor
    }

    private func written(_ body: (Int32) throws -> Void) throws -> String {
        let file = try #require(temporaryFile())
        defer { close(file) }
        try body(file)
        lseek(file, 0, SEEK_SET)
        return contents(of: file)
    }
}

private func contents(of descriptor: Int32) -> String {
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    return String(decoding: text, as: UTF8.self)
}
