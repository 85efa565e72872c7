import Compression
import Foundation
import TestBench
import Testing
import UnixSystem

/// Gzip files that Python, zlib and gzip have made.
@Suite(.timeLimit(.minutes(10))) struct GzipTests {
    private static let python = "/usr/bin/python3"
    private static let broken = [
        "none": "a header is missing", "second": "a header is missing",
        "method": "its method of compression is unknown", "flags": "a header has unknown flags",
        "header": "a header does not fit its checksum", "checksum": "it does not fit its checksum",
        "length": "it has another length than it says", "block": "a block begins wrongly",
        "code": "a code has no meaning", "reference": "it repeats what was before its beginning",
    ]

    /// The files in a folder of their own.
    private func make(_ random: SeededRandom) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/make_gzip.py").path
        let seed = String(random.seed & 0xFFFF_FFFF)
        let ending = try await RunningProgram(path: Self.python, [script, folder.path, seed]).wait()
        try #require(ending.status == .exited(0), "\(ending)")
        return folder
    }

    private struct Unpacked: Equatable {
        var bytes: [UInt8] = []
        /// Whether the file ends with a member's end.
        var isWhole = false
    }

    /// Bytes were written behind the room.
    private struct Overrun: Error {}

    /// The whole file, in pieces of sizes that are asked for anew each time.
    private func unpack(
        _ packed: [UInt8], input inputSize: () -> Int = { .max }, room roomSize: () -> Int = { 8_192 }
    ) throws -> Unpacked {
        let inflation = GzipInflation()
        var unpacked = Unpacked()
        var rest = packed[...]
        var input: [UInt8] = []
        var ending = GzipInflation.Step.Ending.needsInput
        while true {
            if input.isEmpty, ending != .needsRoom {
                if rest.isEmpty { return unpacked }
                input = Array(rest.prefix(inputSize()))
                rest.removeFirst(input.count)
            }
            // What a caller does with padding.
            if ending == .memberEnded, input[0] == 0 {
                input.removeFirst()
                continue
            }
            let size = roomSize()
            var room = [UInt8](repeating: 0xAA, count: size + 64)
            let step = try room.withUnsafeMutableBufferPointer { room in
                var span = MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(rebasing: room[..<size]))
                return try inflation.unpack(input.span, into: &span)
            }
            if room[size...].contains(where: { $0 != 0xAA }) { throw Overrun() }
            unpacked.bytes += room[..<step.given]
            input.removeFirst(step.taken)
            ending = step.ending
            unpacked.isWhole = ending == .memberEnded
        }
    }

    @Test func `what others have packed comes out, however it is cut into pieces`() async throws {
        var random = SeededRandom()
        let folder = try await make(random)
        let names = folder.entries.filter { $0.hasSuffix(".gz") }.map { String($0.dropLast(3)) }
        #expect(names.count > 60)
        for name in names {
            let packed = Array(try folder.bytes("\(name).gz"))
            let expected = Unpacked(bytes: Array(try folder.bytes("\(name).plain")), isWhole: true)
            #expect(try unpack(packed) == expected, "\(name), \(random)")
            // Small pieces of a large file would take long.
            let sizes: [(UInt64, UInt64)] =
                packed.count < 5_000 ? [(1, 5_000), (9, 9), (5_000, 1)] : [(5_000, 100_000), (100_000, 5_000)]
            for (input, room) in sizes {
                let pieces = try unpack(
                    packed, input: { Int(random.next(below: input)) + 1 }, room: { Int(random.next(below: room)) + 1 })
                #expect(pieces == expected, "\(name) in pieces of \(input) and \(room), \(random)")
            }
        }
    }

    @Test func `what is wrong with a file is said`() async throws {
        let folder = try await make(SeededRandom())
        for (name, reason) in Self.broken {
            let bytes = Array(try folder.bytes("\(name).bad"))
            let error = #expect(throws: CompressionError.self, "\(name)") { try unpack(bytes) }
            #expect(error?.code == .damaged && error?.reason == reason, "\(name)")
        }
        #expect(folder.entries.count { $0.hasSuffix(".bad") } == Self.broken.count)
    }

    @Test(arguments: ["small", "header-15", "flush-2-11"])
    func `a file that is cut off at any byte is neither whole nor damaged`(_ name: String) async throws {
        let folder = try await make(SeededRandom())
        let packed = Array(try folder.bytes("\(name).gz")).prefix(6_000)
        let plain = try folder.bytes("\(name).plain")
        for end in packed.indices.dropLast() {
            let cut = try unpack(Array(packed[..<end]))
            #expect(!cut.isWhole && plain.starts(with: cut.bytes), "\(name), \(end) bytes")
        }
    }

    /// Of one member: a longer field of a header may swallow the member whose header it is in, and nothing would say so.
    @Test(arguments: ["small", "header-15"])
    func `a wrong bit is noticed, or changes nothing`(_ name: String) async throws {
        let folder = try await make(SeededRandom())
        let packed = Array(try folder.bytes("\(name).gz"))
        let plain = Array(try folder.bytes("\(name).plain"))
        var noticed = 0
        for bit in 0..<(8 * packed.count) {
            var wrong = packed
            wrong[bit / 8] ^= 1 << (bit % 8)
            guard let unpacked = try? unpack(wrong), unpacked.isWhole else {
                noticed += 1
                continue
            }
            #expect(unpacked.bytes == plain, "\(name), bit \(bit)")
        }
        #expect(noticed > 4 * packed.count)
    }
}
