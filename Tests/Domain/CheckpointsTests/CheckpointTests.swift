import Checkpoints
import Cryptography
import Faults
import Testing

@Suite struct `A checkpoint` {
    /// The example of C2SP tlog-checkpoint.
    private static let text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"

    @Test func `is read and written as C2SP shows it`() throws {
        let checkpoint = try Checkpoint(Self.text)
        #expect(checkpoint.origin == "example.com/behind-the-sofa")
        #expect(checkpoint.size == 20_852_163)
        #expect(checkpoint.root.text == "0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62")
        #expect(checkpoint.text == Self.text)
        let longer = try Checkpoint(Self.text + "more\nand more\n")
        #expect(longer.extensions == ["more", "and more"])
        #expect(longer.text == Self.text + "more\nand more\n")
    }

    @Test(
        arguments: [
            "", "origin\n1\n", String(text.dropLast()), "\n1" + text.dropFirst(27), text + "\n",
            text.replacing("20852163", with: "020852163"),
            text.replacing("20852163", with: "-1"), text.replacing("20852163", with: "18446744073709551616"),
            text.replacing("q2I=", with: "q2J="), text.replacing("q2I=", with: ""),
            text.replacing("\n2", with: "\r\n2"),
        ])
    func `of another form is refused`(_ text: String) {
        #expect(#expect(throws: CheckpointError.self) { try Checkpoint(text) }?.code == .badCheckpoint)
    }

    @Test func `cannot be made of what would be read as another one`() throws {
        let root = try KnownLog.root(1)
        for origin in ["", "a\n9", "a\u{0}"] {
            #expect(throws: CheckpointError.self) { try Checkpoint(origin: origin, size: 1, root: root) }
        }
        #expect(throws: CheckpointError.self) { try Checkpoint(origin: "a", size: 1, root: root, extensions: [""]) }
    }

    /// What a station does with each checkpoint of its hub.
    @Test func `goes from the hub to a station, and a rewritten log is seen`() throws {
        let signer = try NoteSigner(name: "hub.example/era", secret: Ed25519PrivateKey(seed: Array(1...32)))
        var log = try MemoryLog(KnownLog.entries.prefix(3))
        func note(_ log: MemoryLog) throws -> [UInt8] {
            let checkpoint = try Checkpoint(
                origin: "hub.example/era", size: log.frontier.size, root: try log.frontier.root())
            return Array(try SignedNote(signing: checkpoint.text, by: [signer]).description.utf8)
        }
        func read(_ note: [UInt8]) throws -> Checkpoint {
            try Checkpoint(SignedNote(parsing: note).verifiedText(by: [signer.key]))
        }
        func isConsistent(_ old: Checkpoint, _ new: Checkpoint, _ proof: [LogHash]) throws -> Bool {
            try LogVerification.isConsistent(from: (old.size, old.root), to: (new.size, new.root), proof: proof)
        }
        let old = try read(note(log))
        for entry in KnownLog.entries.dropFirst(3) { try log.append(entry) }
        let new = try read(note(log))
        #expect(try isConsistent(old, new, log.proofs.consistency(from: old.size, to: new.size)))
        var entries = KnownLog.entries
        entries[1] = [9]
        let rewritten = try MemoryLog(entries)
        #expect(
            try !isConsistent(
                old, read(note(rewritten)), rewritten.proofs.consistency(from: old.size, to: 8)))
    }
}
