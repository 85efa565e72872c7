import Foundation
import ReaderEmulator
import TestBench
import Testing

/// `waymark audit --live --json` under way: its lines as they come. Used from one task.
final class LiveWalk {
    private let program: RunningProgram
    private var coming: AsyncStream<String>.Iterator
    private(set) var lines: [[String: Any]] = []

    init(_ station: TestStation, _ arguments: String...) throws {
        program = try station.start(["audit", "--live", "--json"] + arguments)
        coming = program.output.lines.makeAsyncIterator()
    }

    /// The tags that were judged so far.
    var tags: [[String: Any]] { lines.filter { $0["type"] as? String == "tag" } }

    /// Waits for a line of this type; the end of the walk fails the test.
    @discardableResult
    func next(_ type: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String: Any] {
        while let line = await coming.next() {
            guard let members = take(line) else { continue }
            if members["type"] as? String == type { return members }
        }
        Issue.record(
            "waymark audit ended before \(type): \(await program.wait())", sourceLocation: sourceLocation)
        throw StationFailure.unexpectedStatus
    }

    /// Ends the walk as the auditor does.
    func stop() async -> RunningProgram.Ending {
        program.signal(SIGINT)
        return await ending()
    }

    /// Waits for the end.
    func ending() async -> RunningProgram.Ending {
        while let line = await coming.next() { _ = take(line) }
        return await program.wait()
    }

    /// Nil for the lines of the report, which follows the walk.
    private func take(_ line: String) -> [String: Any]? {
        let members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        if let members { lines.append(members) }
        return members
    }
}

extension RunningProgram.Ending {
    /// The audit that ends a walk: the last document of its output.
    var report: [String: Any] {
        get throws {
            let start = try #require(output.range(of: "{\n")?.lowerBound)
            return try #require(
                try JSONSerialization.jsonObject(with: Data(output[start...].utf8)) as? [String: Any])
        }
    }
}

extension ReaderEmulator.Type2Tag {
    /// An NTAG213 with one URI record, told without the code under test (Type 2 Tag, 2.3; URI RTD, 3.2).
    init(numbered number: Int, holding url: String) throws {
        self.init(.ntag213, uid: Self.uid(numbered: number))
        let text = Array(try #require(url.split(separator: "https://").first).utf8)
        let message = [0xD1, 0x01, UInt8(text.count + 1), 0x55, 0x04] + text
        memory.put([0x03, UInt8(message.count)] + message + [0xFE], at: 4)
    }
}
