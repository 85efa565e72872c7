import API
import HTTPServer
import Registry
import Synchronization
import Testing

@testable import StationService

@Suite struct JobLogTests {
    private let log = JobLog(publish: { _ in })

    private func event(_ kind: WriteEvent.Kind, _ number: Int) -> WriteEvent {
        WriteEvent(
            kind, time: Timestamp(milliseconds: Int64(number)), job: 1, reader: nil, done: number, total: 100_000)
    }

    private func append(_ numbers: some Sequence<Int>) {
        for number in numbers { log.append(event(.written, number)) }
    }

    private func stream(after id: String? = nil) throws -> AsyncStream<[UInt8]> {
        guard case .stream(let stream) = JobEvents.answer(log, after: id).body else {
            throw Expected("a stream")
        }
        return stream
    }

    private struct Expected: Error {
        let what: String
        init(_ what: String) { self.what = what }
    }

    @Test func `a late listener hears the past, and what follows until the end`() async throws {
        append([1, 2])
        let stream = try stream()
        append([3])
        log.append(event(.finished, 4))
        let heard = await stream.all()
        #expect(heard.map(\.event) == ["written", "written", "written", "finished"])
        #expect(Set(heard.map(\.id)).count == 4)
    }

    @Test func `nothing follows the last event`() async throws {
        log.append(event(.cancelled, 1))
        append([2])
        #expect(log.hasEnded)
        #expect(await (try stream()).all().map(\.event) == ["cancelled"])
    }

    @Test func `a client that comes back hears what it has missed`() async throws {
        append([1, 2, 3])
        let ids = await (try stream()).first(3).map(\.id)
        log.append(event(.finished, 4))
        for (index, id) in ids.enumerated() {
            #expect(await (try stream(after: id)).all().count == 3 - index)
        }
    }

    @Test func `a client that has heard everything is not answered with events, so that it does not come back`()
        async throws
    {
        append([1])
        let last = try #require(await (try stream()).first(1).last?.id)
        #expect(JobEvents.answer(log, after: last).status == 200, "the job goes on")
        log.append(event(.finished, 2))
        let end = try #require(await (try stream()).all().last?.id)
        #expect(JobEvents.answer(log, after: last).status == 200)
        #expect(JobEvents.answer(log, after: end).status == 204)
    }

    @Test(arguments: ["", "1", "-", "zz-1", "OWN-0", "OWN-99", "OWN--1", "OWN-x"])
    func `an identifier that is not of this log begins anew`(text: String) async throws {
        append([1])
        let own = try #require(log.identifier(of: 1).split(separator: "-").first)
        log.append(event(.finished, 2))
        #expect(await (try stream(after: text.replacing("OWN", with: own))).all().count == 2)
    }

    @Test func `a job of the same number in another daemon is another job`() async throws {
        let other = JobLog(publish: { _ in })
        append([1])
        log.append(event(.finished, 2))
        other.append(event(.written, 1))
        #expect(await (try stream(after: other.identifier(of: 1))).all().count == 2)
    }

    @Test func `only so many events are kept, and they keep their numbers`() async throws {
        let log = JobLog(keeping: 100, publish: { _ in })
        for number in 1...101 { log.append(event(.written, number)) }
        log.append(event(.finished, 102))
        let heard = await JobEvents.stream(log).all()
        #expect(heard.map(\.id) == (26...102).map { log.identifier(of: $0) })
    }

    @Test func `a stream ends with the token that it was asked for with`() async throws {
        let access = AccessControl(rules: AccessRules(groups: [:], administrators: []), now: { StationBench.now })
        let token = AccessToken(name: try name("screen"), role: .read, expires: nil)
        let kept = KeptToken(token, created: StationBench.now, digest: "d")
        access.load([kept], [], of: access.beginReading())
        let lease = Lease(access: access, caller: Caller(way: .token(token.name, digest: "d"), role: .read))
        append([1])
        let stream = JobEvents.stream(log, for: lease)
        append([2])
        access.load([], [], of: access.beginReading())
        append([3])
        #expect(await stream.all().count == 2)
    }

    /// The numbers that a listener hears until the job ends.
    private func numbers() async -> [Int] {
        let (heard, continuation) = AsyncStream.makeStream(of: Int.self)
        _ = log.add(
            JobLog.Listener(receive: { number, _ in continuation.yield(number) }, end: { continuation.finish() }))
        var numbers: [Int] = []
        for await number in heard { numbers.append(number) }
        return numbers
    }

    @Test func `listeners that come while events are appended hear each once and in order`() async {
        let heard = await withTaskGroup(of: [Int]?.self) { group in
            group.addTask {
                append(1...2_000)
                log.append(event(.finished, 2_001))
                return nil
            }
            for _ in 0..<16 { group.addTask { await numbers() } }
            return await group.reduce(into: [[Int]]()) { all, one in if let one { all.append(one) } }
        }
        #expect(heard == Array(repeating: Array(1...2_001), count: 16))
    }

    @Test func `a listener that is forgotten hears nothing more`() {
        let count = Atomic(0)
        let number = log.add(JobLog.Listener(receive: { _, _ in count.add(1, ordering: .relaxed) }, end: {}))
        append([1])
        log.forget(number)
        append([2])
        #expect(count.load(ordering: .relaxed) == 1)
    }
}
