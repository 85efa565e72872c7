import Checkpoints
import Cryptography
import Grants
import HubStorage
import Registry
import Storage
import Testing

/// What a station asks and checks at a contact, of a hub that is called directly.
final class BenchWitness {
    private let station: BenchStation
    private var witness: LogWitness
    private var began: JournalPoint?

    init(_ station: BenchStation, key: NoteKey) {
        self.station = station
        witness = LogWitness(key: key)
    }

    var size: UInt64? { witness.kept?.checkpoint.size }

    /// As `waymark station sync` does it; journals of tests are shorter than what one contact compares.
    func look(_ hub: HubRegistry) async throws {
        let head = try await hub.station(station.chain)?.head
        var compared: LogQuestion.Comparison?
        if let head, witness.kept != nil, began?.sequence ?? 0 < head.sequence {
            // Where the hub has another head than this journal, none are.
            if let last = try await station.point(head.sequence) {
                compared = LogQuestion.Comparison(after: began, upTo: last)
            }
        }
        let known = witness.kept.map { LogQuestion.Known(size: $0.checkpoint.size, era: $0.era) }
        let question = LogQuestion(chain: station.chain, known: known, compared: compared)
        let answer = try await hub.hear(station.message(), proving: question)
        // Where more was asked than the hub has, it says so to who asks for the proof alone.
        let proof = if let proof = answer.proof { proof } else { try await hub.prove(question) }
        var next = witness
        try next.follow(proof)
        try next.requireHead(head, of: station.chain, in: proof)
        (witness, began) = (next, proof.began)
    }
}

extension BenchStation {
    /// The entry with a number.
    fileprivate func point(_ sequence: Int64) async throws -> JournalPoint? {
        try await registry.journal(from: sequence, limit: 1).first.map {
            JournalPoint(sequence: $0.sequence, digest: try $0.digest())
        }
    }
}

extension NoteSigner {
    /// The key of a test's hub.
    static func ofTest() throws -> NoteSigner {
        try NoteSigner(name: Checkpoint.hubName, secret: try Ed25519PrivateKey(seed: DeviceKey.makeBytes()))
    }
}
