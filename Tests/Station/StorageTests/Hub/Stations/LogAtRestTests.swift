import Checkpoints
import Faults
import Grants
import HubStorage
import PostgreSQL
import Registry
import TestBench
import Testing

/// A log that is longer than what one contact looks over, in which nothing moves.
@Suite(.needsPostgreSQL, .takesTurns) struct `A log at rest` {
    private let author = Author(station: "office", actor: "ada")
    private let place: HubPlace
    /// Looks over a part of the log at each contact, and once in an hour.
    private let (careful, quick): (HubRegistry, HubRegistry)
    private let station: BenchStation
    private let witness: BenchWitness
    private let signer: NoteSigner

    init() async throws {
        place = try await HubPlace()
        signer = try NoteSigner.ofTest()
        careful = try await place.registry(signer: signer, lookingOverEach: .zero, now: Bench.clock())
        quick = try await place.registry(
            daemon: "hub-2", chain: .drawn(), signer: signer, lookingOverEach: .seconds(3_600), now: Bench.clock())
        station = try await BenchStation.joined("north", careful)
        witness = BenchWitness(station, key: signer.key)
        for number in 0..<80 {
            let reader = ReaderRecord(name: try name("r-\(number)"), connection: "usb")
            try await careful.record(.readerAdded(reader), by: author)
            _ = try await careful.prove(LogQuestion(chain: station.chain, known: nil, compared: nil))
        }
        try await station.send(to: careful)
        // The first look of a daemon is over all heads; the second one rests on it.
        for hub in [careful, quick, quick] { try await witness.look(hub) }
        #expect(try #require(witness.size) > 80)
    }

    private func database() throws -> PostgresConnection {
        let connection = try PostgresConnection(place.address)
        try connection.change("SET session_replication_role = replica")
        return connection
    }

    private func look(_ hub: HubRegistry) async -> CheckpointFaultCode? {
        do { try await witness.look(hub) } catch { return (error as? CheckpointError)?.code }
        return nil
    }

    @Test func `has the same proof as one that is looked over`() async throws {
        let known = LogQuestion.Known(size: 40, era: try await careful.hubStanding().era)
        for question in [
            LogQuestion(chain: station.chain, known: known, compared: nil),
            LogQuestion(chain: station.chain, known: nil, compared: nil),
        ] {
            #expect(try await quick.prove(question) == (try await careful.prove(question)))
        }
    }

    @Test func `is proven in the answer to a station's call, which is noted`() async throws {
        let known = LogQuestion.Known(size: 40, era: try await careful.hubStanding().era)
        let head = try #require(try await station.head())
        let questions = [
            LogQuestion(chain: station.chain, known: nil, compared: nil),
            LogQuestion(chain: station.chain, known: known, compared: LogQuestion.Comparison(after: nil, upTo: head)),
        ]
        for (number, question) in zip(1..., questions) {
            let call = station.message(version: "2.\(number)")
            let answer = try await quick.hear(call, proving: question)
            #expect(try await answer.proof == careful.prove(question))
            #expect(try await answer.hearing == careful.hear(call))
            #expect(try await careful.station(station.chain)?.contact?.version == "2.\(number)")
        }
        let further = JournalPoint(sequence: head.sequence + 1, digest: head.digest)
        for last in [further, JournalPoint(sequence: .max, digest: head.digest)] {
            let compared = LogQuestion.Comparison(after: nil, upTo: last)
            let answer = try await quick.hear(
                station.message(version: "3"),
                proving: LogQuestion(chain: station.chain, known: known, compared: compared))
            #expect(answer.proof == nil && answer.hearing?.head == head)
        }
        #expect(try await careful.station(station.chain)?.contact?.version == "3")
        #expect(try await quick.hear(station.message(), proving: nil).proof == nil)
    }

    @Test func `is proven to no other machine`() async throws {
        let question = LogQuestion(chain: station.chain, known: nil, compared: nil)
        let stranger = StationCall(from: station.name, on: "another machine", station.message().contact)
        let fault = await #expect(throws: GrantError.self) { try await quick.hear(stranger, proving: question) }
        #expect(fault?.code == .otherMachine)
    }

    /// A connection that is cut at each message of each side in turn.
    @Test(arguments: CuttingProxy.Side.allCases)
    func `is proven also when the connection is cut`(side: CuttingProxy.Side) async throws {
        let proxy = try CuttingProxy(before: place.address.hosts[0].name)
        let question = LogQuestion(chain: station.chain, known: nil, compared: nil)
        let expected = try await careful.prove(question)
        let hub = try await place.registry(
            daemon: "hub-3", chain: .drawn(), signer: signer, through: proxy.host, pausing: false,
            lookingOverEach: .seconds(3_600), now: Bench.clock())
        for _ in 1...2 { _ = try await hub.hear(station.message(), proving: question) }
        var cuts = 0
        while true {
            proxy.cut(at: cuts + 1, of: side)
            let answer = try await hub.hear(station.message(version: "cut \(cuts)"), proving: question)
            #expect(answer.proof == expected && answer.hearing != nil)
            proxy.heal()
            guard proxy.cuts == cuts + 1 else { break }
            #expect(try await careful.station(station.chain)?.contact?.version == "cut \(cuts)")
            cuts += 1
        }
        print("cut at \(cuts) messages of the \(side)")
        #expect(cuts >= 8)
    }

    /// What only a look over the log could find is found by the daemon that has one to do.
    @Test func `is not looked over beside the station's own part`() async throws {
        let connection = try database()
        #expect(try connection.change("UPDATE log_nodes SET hash = sha256(hash) WHERE level = 0 AND number = 1") == 1)
        #expect(await look(quick) == nil)
        var found: CheckpointFaultCode?
        for _ in 1...3 where found == nil { found = await look(careful) }
        #expect(found == .logDamaged)
    }

    @Test(arguments: [
        "UPDATE log_nodes SET hash = sha256(hash) WHERE level = 6 AND number = 0",
        "UPDATE chains SET digest = repeat('0', 64) WHERE chain = $1",
        "UPDATE chains SET sequence = sequence - 1 WHERE chain = $1",
        "UPDATE log_leaves SET digest = repeat('0', 64) WHERE chain = $1",
        "UPDATE checkpoints SET note = replace(note, E'\\n\\n', E'\\nmore\\n\\n') WHERE size > 70",
        "DELETE FROM checkpoints WHERE size > 70",
        "UPDATE journal SET time = time + 1 WHERE chain = $1",
    ])
    func `names a change of what the station's proof rests on`(change: String) async throws {
        let values = change.contains("$1") ? [PostgresValue.bytes(bytes(station.chain))] : []
        #expect(try database().change(change, values) > 0)
        let code = await look(quick)
        #expect(code == .logDamaged || code == .hubRewrote, "\(String(describing: code))")
    }

    @Test func `moves on with the next entry of any chain`() async throws {
        let size = try #require(witness.size)
        try await careful.record(.readerAdded(ReaderRecord(name: try name("r"), connection: "usb")), by: author)
        try await witness.look(quick)
        #expect(witness.size == size + 1)
        try await witness.look(quick)
        #expect(try await careful.verifyJournal().deviations == nil)
    }

    private func bytes(_ chain: ChainName) -> [UInt8] {
        stride(from: 120, through: 0, by: -8).map { UInt8(truncatingIfNeeded: chain.bits >> UInt128($0)) }
    }
}
