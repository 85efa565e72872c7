import ReaderEmulator
import Synchronization
import TestBench
import Testing
import UnixSystem

/// A write job and whoever packs its tags: what `waymark write --json` says and what happens at the antenna, in one
/// order.
///
/// Used from one task.
final class PackingBench {
    enum Happening: Sendable {
        case event(WriteEventLine)
        case antenna(AntennaEvent)
        /// The command line has written its last line.
        case outputEnded
    }

    let station: TestStation
    let reader: any PluggableReader
    let program: RunningProgram
    private let happenings: AsyncStream<Happening>
    /// Everything that the command line has said so far.
    private(set) var events: [WriteEventLine] = []

    convenience init(_ station: TestStation, _ reader: any PluggableReader, _ arguments: String...) throws {
        try self.init(station, reader, arguments: arguments)
    }

    init(_ station: TestStation, _ reader: any PluggableReader, arguments: [String]) throws {
        self.station = station
        self.reader = reader
        program = try station.start(["write"] + arguments + ["--json"])
        let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
        self.happenings = happenings
        let lines = program.output.lines
        Task {
            for await line in lines {
                do {
                    continuation.yield(.event(try WriteEventLine(line: line)))
                } catch {
                    Issue.record("no event: \(line): \(error)")
                }
            }
            continuation.yield(.outputEnded)
        }
        reader.antenna.observe { continuation.yield(.antenna($0)) }
    }

    /// Waits for what the test looks for. The end of the output fails the test, unless that is looked for.
    @discardableResult
    func until<Found>(
        _ sought: String = "a happening", sourceLocation: SourceLocation = #_sourceLocation,
        _ match: (Happening) throws -> Found?
    ) async throws -> Found {
        for await happening in happenings {
            if case .event(let event) = happening { events.append(event) }
            if let found = try match(happening) { return found }
            guard case .outputEnded = happening else { continue }
            let ending = await program.wait()
            Issue.record(
                "waymark write ended before \(sought): \(ending)-- the daemon's log\n\(station.log)",
                sourceLocation: sourceLocation)
            throw StationFailure.unexpectedStatus
        }
        throw CancellationError()
    }

    /// Waits for an event of one of these types.
    @discardableResult
    func untilEvent(
        _ types: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> WriteEventLine {
        try await until("\(types)", sourceLocation: sourceLocation) { happening in
            guard case .event(let event) = happening, types.contains(event.type) else { return nil }
            return event
        }
    }

    /// Waits until the station takes the antenna for empty: it calls a tag twice before that.
    func untilLookedAway() async throws {
        for _ in 1...2 {
            try await until("two looks at the empty antenna") { happening in
                if case .antenna(.foundNone) = happening { true } else { nil }
            }
        }
    }

    /// Puts a tag down, in place of any other. What happened before is past.
    func put(_ tag: ReaderEmulator.Type2Tag) async throws {
        reader.antenna.remove()
        reader.antenna.insert(tag)
        try await until("the tag is down") { happening in
            if case .antenna(.inserted) = happening { true } else { nil }
        }
    }

    /// Waits for an event about a chip, by default that it is written.
    @discardableResult
    func untilEvent(
        of tag: ReaderEmulator.Type2Tag, _ types: [String] = ["written", "confirmed"],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> WriteEventLine {
        try await until("\(types) of \(tag.uidText)", sourceLocation: sourceLocation) { happening in
            guard case .event(let event) = happening, types.contains(event.type), event.uid == tag.uidText else {
                return nil
            }
            return event
        }
    }

    /// Waits for an event about a chip, or for one about no chip at all.
    func untilEvent(
        of tag: ReaderEmulator.Type2Tag, _ types: [String], orAny others: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> WriteEventLine {
        try await until("\(types + others)", sourceLocation: sourceLocation) { happening in
            guard case .event(let event) = happening else { return nil }
            let isWanted = types.contains(event.type) && event.uid == tag.uidText || others.contains(event.type)
            return isWanted ? event : nil
        }
    }

    /// Puts a tag down and waits until it is written; then takes it away.
    @discardableResult
    func write(
        _ tag: ReaderEmulator.Type2Tag, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ReaderEmulator.Type2Tag {
        try await put(tag)
        try await untilEvent(of: tag, sourceLocation: sourceLocation)
        return try #require(reader.antenna.remove())
    }

    /// Waits for the end of the command line.
    func ending() async throws -> RunningProgram.Ending {
        try await until("its end") { happening in
            if case .outputEnded = happening { true } else { nil }
        }
        return await program.wait()
    }
}
