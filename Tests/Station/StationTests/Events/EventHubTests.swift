import API
import Registry
import Testing

@testable import StationService

@Suite struct EventHubTests {
    private struct Note: Codable { let number: Int }

    private let hub = EventHub()

    private func send(on topic: EventTopic, _ numbers: some Sequence<Int>) {
        for number in numbers { hub.send("\(topic)", on: topic, Note(number: number)) }
    }

    private func stream(_ topics: Set<EventTopic>, after id: String? = nil) throws -> AsyncStream<[UInt8]> {
        try #require(hub.stream(topics, after: id))
    }

    @Test func `a stream begins with a reset, and tells what comes of its topics`() async throws {
        send(on: .tags, [1])
        let stream = try stream([.tags, .jobs])
        send(on: .tags, [2])
        send(on: .readers, [3])
        send(on: .jobs, [4])
        let heard = await stream.first(3)
        #expect(heard.map(\.event) == ["reset", "tags", "jobs"])
        #expect(heard.map(\.data) == [#"{"schema":1,"why":"beginning"}"#, #"{"number":2}"#, #"{"number":4}"#])
        #expect(Set(heard.map(\.id)).count == 3)
    }

    @Test func `a client that comes back hears what it has missed of its topics, once and without a reset`()
        async throws
    {
        let first = try stream([.tags])
        send(on: .tags, [1, 2])
        let id = try #require(await first.first(2).last?.id)
        send(on: .readers, [3])
        send(on: .tags, [4])
        let second = try stream([.tags], after: id)
        send(on: .tags, [5])
        #expect(await second.first(3).map(\.data) == [#"{"number":2}"#, #"{"number":4}"#, #"{"number":5}"#])
    }

    @Test func `a client that comes back at once after a reset misses nothing either`() async throws {
        send(on: .tags, [1])
        let id = try #require(await stream([.tags]).first(1).last?.id)
        send(on: .tags, [2])
        #expect(await (try stream([.tags], after: id)).first(1).map(\.data) == [#"{"number":2}"#])
    }

    @Test(arguments: [
        "", "-", "12", "zz-1", "OWN-", "OWN-x", "OWN-99", "OWN--1", "OWN-1-1", "OWN-99999999999999999999",
    ])
    func `an identifier that is not one of the kept events begins anew`(text: String) async throws {
        send(on: .tags, [1])
        let own = try #require(await stream([.tags]).first(1).first?.id?.split(separator: "-").first)
        let stream = try stream([.tags], after: text.replacing("OWN", with: own))
        #expect(await stream.first(1).map(\.data) == [#"{"schema":1,"why":"too-old"}"#])
    }

    @Test func `another daemon's events are not continued`() async throws {
        send(on: .tags, [1, 2])
        let other = EventHub()
        other.send("tags", on: .tags, Note(number: 1))
        let id = try #require(await other.stream([.tags], after: nil)?.first(1).first?.id)
        #expect(await (try stream([.tags], after: id)).first(1).map(\.event) == ["reset"])
    }

    @Test func `events that are not kept any more are not skipped silently`() async throws {
        let id = try #require(await stream([.tags]).first(1).first?.id)
        send(on: .tags, 1...EventHub.capacity)
        #expect(await (try stream([.tags], after: id)).first(1).map(\.data) == [#"{"number":1}"#])
        send(on: .tags, [0])
        #expect(await (try stream([.tags], after: id)).first(1).map(\.data) == [#"{"schema":1,"why":"too-old"}"#])
    }

    @Test func `a client that does not read is cut off, and comes back for the rest`() async throws {
        let slow = try stream([.tags])
        send(on: .tags, 1...10_000)
        let heard = await slow.all()
        #expect(heard.dropFirst().map(\.data) == (1..<heard.count).map { #"{"number":\#($0)}"# })
        #expect(heard.count < 10_000)
        // What came after it was cut off may be more than is kept: then it begins anew.
        let rest = await (try stream([.tags], after: heard.last?.id)).first(1)
        #expect(rest.map(\.event) == ["reset"])
        let late = try stream([.tags])
        send(on: .tags, 1...6_000)
        let missed = await late.all()
        #expect(
            await (try stream([.tags], after: missed.last?.id)).first(1).map(\.data)
                == [#"{"number":\#(missed.count)}"#])
    }

    /// The token has expired, and the registry was not read since.
    @Test func `a client that is not let in any more hears no further event, nor a sign of life`() async throws {
        let clock = SetClock()
        let access = AccessControl(rules: AccessRules(groups: [:], administrators: []), now: clock.now)
        let expires = Timestamp(milliseconds: clock.now().milliseconds + 1_000)
        let token = AccessToken(name: try name("screen"), role: .read, expires: expires)
        access.load([KeptToken(token, created: clock.now(), digest: "d")], [], of: access.beginReading())
        let lease = Lease(access: access, caller: Caller(way: .token(token.name, digest: "d"), role: .read))
        let streams = try (0..<2).map { _ in try #require(hub.stream([.tags], after: nil, for: lease)) }
        send(on: .tags, [1])
        clock.advance(seconds: 1)
        send(on: .tags, [2])
        for stream in streams { #expect(await stream.all().map(\.event) == ["reset", "tags"]) }
        // One that has just come, by a request that was let in before.
        let late = try #require(hub.stream([.tags], after: nil, for: lease))
        hub.keepAlive()
        #expect(await late.all().map(\.event) == ["reset"])
    }

    @Test func `streams have a limit, and one that ends makes room`() async throws {
        var streams = try (0..<EventHub.streamLimit).map { _ in try stream([.tags]) }
        #expect(hub.stream([.tags], after: nil) == nil)
        streams.removeLast()
        while hub.stream([.tags], after: nil) == nil { await Task.yield() }
        #expect(streams.count == EventHub.streamLimit - 1)
    }

    @Test func `a stream is used though nothing happens, and a client takes nothing from that`() async throws {
        let stream = try stream([.tags])
        hub.keepAlive()
        send(on: .tags, [1])
        #expect(await stream.first(2).map(\.event) == ["reset", "tags"])
    }

    @Test func `listeners hear everything in one order, with several tellers`() async throws {
        let streams = try (0..<8).map { _ in try stream([.tags]) }
        await withTaskGroup(of: Void.self) { group in
            for teller in 0..<4 { group.addTask { send(on: .tags, (0..<100).map { teller * 100 + $0 }) } }
        }
        var heard: Set<[String]> = []
        for stream in streams { heard.insert(await stream.first(401).dropFirst().map(\.data)) }
        #expect(heard.count == 1)
        #expect(Set(heard.first ?? []).count == 400)
    }
}
