import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// Tears that the proof leaves out: twice in a row, without the tag leaving, and within the programming of a page.
@Suite struct `A tag that is torn away` {
    /// How the exchange ends in which the tag leaves: the command is not heard, the answer does not arrive, or all
    /// is done.
    static let losses: [LostHalf?] = [.command, .answer, nil]

    private static func subject(_ product: Int, _ characters: Int) -> ProofSubject {
        ProofSubject(product: ProofSubject.Product.all[product], characters: characters, protection: .none)
    }

    @Test func `may be torn again and again`() async throws {
        let subject = Self.subject(0, 30)
        let start = try await subject.tag(.longer)
        let message = try TagBench.url(subject.characters)
        let allowed = [try PhoneReader.message(on: start), [], message.encoded]
        var tried = 0
        for first in 1...16 {
            for second in 1...16 {
                for lost in Self.losses {
                    var tag: any EmulatedTag = start
                    for n in [first, second] {
                        let bench = TagBench(tag)
                        bench.antenna.tear(after: n, losing: lost)
                        _ = try? await bench.provision(message)
                        tag = try #require(bench.antenna.take())
                        #expect(allowed.contains(try PhoneReader.message(on: tag)))
                    }
                    let bench = TagBench(tag)
                    try await bench.provision(message)
                    #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == message.encoded)
                    tried += 1
                }
            }
        }
        print("torn twice: \(tried) cases")
    }

    /// Lost commands, lost answers, refusals and noise while the tag stays.
    @Test(arguments: [ProofSubject.Old.factory, .longer])
    func `is not mistaken for one that only misunderstands`(old: ProofSubject.Old) async throws {
        let subject = Self.subject(0, 40)
        let start = try await subject.tag(old)
        let message = try TagBench.url(subject.characters)
        let allowed = [try PhoneReader.message(on: start), [], message.encoded]
        let disturbances: [@Sendable (Antenna, Int) -> Void] = [
            { $0.drop(at: $1, losing: .command) }, { $0.drop(at: $1, losing: .answer) },
            { $0.refuse(at: $1) }, { $0.corrupt(at: $1) },
        ]
        for n in 1...16 {
            for disturb in disturbances {
                let bench = TagBench(start)
                disturb(bench.antenna, n)
                do {
                    try await bench.provision(message)
                } catch let error as TagError {
                    #expect(error.code == .writeUnknown)
                    #expect(error.recovery == .selectAgain)
                    #expect(allowed.contains(try PhoneReader.message(on: #require(bench.antenna.anyTag))))
                    try await bench.provision(message)
                }
                #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == message.encoded)
            }
        }
    }

    /// Data pages are not protected against a loss of power within their programming. What is left may be damaged
    /// only if it happens to the page with the length; nothing left over is ever taken for the new content.
    @Test(arguments: [[0x00, 0x00, 0x00, 0x00], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func `in the middle of programming a page`(remains: [UInt8]) async throws {
        let subject = Self.subject(1, 40)
        let start = try await subject.tag(.longer)
        let message = try TagBench.url(subject.characters)
        let whole = TagBench(start)
        guard case .type2(let plan) = try await whole.provision(message) else { return }
        for (index, write) in plan.writes.enumerated() {
            let bench = TagBench(start)
            bench.antenna.tear(after: 1 + 2 + index + 1, leaving: remains)
            _ = try? await bench.provision(message)
            let left = try #require(bench.antenna.remove())
            #expect(left.memory[write.page] == remains)
            if write.page > 4 {
                #expect(try PhoneReader.message(on: left) == [])
                try await TagBench(left).provision(message)
            } else {
                #expect((try? PhoneReader.message(on: left)) != message.encoded)
            }
        }
    }
}
