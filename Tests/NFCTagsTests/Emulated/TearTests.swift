import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// A tag torn away at every exchange of every write: it holds the old content, no message, or the new one, and is
/// finished when it comes back.
@Suite struct `A tag that is torn away` {
    /// What lies on the tag before.
    enum Old: String, CaseIterable, Sendable {
        case factory, nulls, terminator, shorter, longer, foreign, torn
    }

    /// How the exchange ends in which the tag leaves: the command is not heard, the answer does not arrive, or all
    /// is done.
    static let losses: [LostPart?] = [.command, .answer, nil]

    struct Case: Sendable, CustomTestStringConvertible {
        let product: ReaderEmulator.Type2Product
        let characters: Int
        var testDescription: String { "\(product.name), \(characters) characters" }
    }

    static let cases: [Case] = zip(TagBench.products, [131, 483, 859]).flatMap { product, room in
        [1, 40, 80, 130, 254, 255, 486].filter { $0 <= room }.map { Case(product: product, characters: $0) }
    }

    private static func tag(_ old: Old, _ subject: Case) async throws -> ReaderEmulator.Type2Tag {
        let bench: TagBench
        let control: [UInt8] = subject.product.name == "ntag213" ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : []
        switch old {
        case .factory: bench = TagBench(subject.product)
        case .nulls: bench = TagBench(subject.product, data: [UInt8](repeating: 0, count: 16))
        case .terminator: bench = TagBench(subject.product, data: control + [0xFE])
        case .shorter:
            bench = TagBench(subject.product)
            try await bench.provision(TagBench.url(max(subject.characters / 2, 1), of: "b"))
        case .longer:
            bench = TagBench(subject.product)
            let room = subject.product.name == "ntag213" ? 131 : 483
            try await bench.provision(TagBench.url(min(subject.characters + 30, room), of: "b"))
        case .foreign:
            bench = TagBench(subject.product)
            let card = try NDEFRecord(
                format: .media, type: Array("text/vcard".utf8), payload: [UInt8](repeating: 0x03, count: 90))
            try await bench.provision(NDEFMessage(records: [card]))
        case .torn:
            bench = TagBench(subject.product)
            try await bench.provision(TagBench.url(60, of: "b"))
            bench.antenna.tear(after: 9)
            _ = try? await bench.provision(TagBench.url(50, of: "c"))
        }
        return try #require(bench.antenna.remove())
    }

    @Test(arguments: cases)
    func `holds old, empty or new content, and is finished later`(subject: Case) async throws {
        let message = try TagBench.url(subject.characters)
        var tried = 0
        // Tags without a message block take as many writes as those from the factory; tried where writes are few.
        let olds = Old.allCases.filter { subject.characters <= 80 || ($0 != .nulls && $0 != .terminator) }
        for old in olds {
            let start = try await Self.tag(old, subject)
            let whole = TagBench(start)
            try await whole.provision(message)
            let allowed = [try PhoneReader.message(on: start), [], message.encoded]

            for n in 0...whole.antenna.counts.commands {
                for lost in n == 0 ? [nil] : Self.losses {
                    let torn = TagBench(start)
                    torn.antenna.tear(after: n, losing: lost)
                    let isFinished = (try? await torn.provision(message)) != nil
                    #expect(isFinished == (n == whole.antenna.counts.commands && lost == nil))
                    let left = try #require(torn.antenna.remove())
                    #expect(
                        allowed.contains(try PhoneReader.message(on: left)), "\(old), \(n), \(lost as Any)")

                    let again = TagBench(left)
                    try await again.provision(message)
                    #expect(try PhoneReader.message(on: #require(again.antenna.tag)) == message.encoded)
                    tried += 1
                }
            }
        }
        print("torn: \(subject.testDescription): \(tried) cases")
    }

    @Test func `may be torn again and again`() async throws {
        let subject = Case(product: .ntag213, characters: 30)
        let start = try await Self.tag(.longer, subject)
        let message = try TagBench.url(subject.characters)
        let allowed = [try PhoneReader.message(on: start), [], message.encoded]
        var tried = 0
        for first in 1...16 {
            for second in 1...16 {
                for lost in Self.losses {
                    var tag = start
                    for n in [first, second] {
                        let bench = TagBench(tag)
                        bench.antenna.tear(after: n, losing: lost)
                        _ = try? await bench.provision(message)
                        tag = try #require(bench.antenna.remove())
                        #expect(allowed.contains(try PhoneReader.message(on: tag)))
                    }
                    let bench = TagBench(tag)
                    try await bench.provision(message)
                    #expect(try PhoneReader.message(on: #require(bench.antenna.tag)) == message.encoded)
                    tried += 1
                }
            }
        }
        print("torn twice: \(tried) cases")
    }

    /// Lost commands, lost answers, refusals and noise while the tag stays.
    @Test(arguments: [Old.factory, .longer])
    func `is not mistaken for one that only misunderstands`(old: Old) async throws {
        let subject = Case(product: .ntag213, characters: 40)
        let start = try await Self.tag(old, subject)
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
                    #expect(allowed.contains(try PhoneReader.message(on: #require(bench.antenna.tag))))
                    try await bench.provision(message)
                }
                #expect(try PhoneReader.message(on: #require(bench.antenna.tag)) == message.encoded)
            }
        }
    }

    /// Data pages are not protected against a loss of power within their programming. What is left may be damaged
    /// only if it happens to the page with the length; nothing left over is ever taken for the new content.
    @Test(arguments: [[0x00, 0x00, 0x00, 0x00], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func `in the middle of programming a page`(remains: [UInt8]) async throws {
        let subject = Case(product: .ntag215, characters: 40)
        let start = try await Self.tag(.longer, subject)
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
