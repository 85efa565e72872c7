import Chips
import Faults
import Foundation
import NDEF
import NFCTags
import ReaderEmulator
import ReaderSupervision
import Testing

/// Whole writes over real pcscd: the exchanges with the tag, and tears at each of them.
@Suite(.serialized, .timeLimit(.minutes(8)), .enabled(if: PCSCBench.canRun, PCSCBench.requirement))
struct `Writing over PC-SC` {
    private static let url = "https://example.com/t/0123456789"

    /// Identifies, reads, plans, writes and verifies.
    private static func write(over link: ReaderLink) async throws {
        let message = try NDEFMessage(uri: url)
        guard let session = try await TagSession.identify(over: link) else { throw CancellationError() }
        let image = try await session.readImage(for: message, toLock: false)
        let plan = try WritePlan(writing: message, to: image, mirror: nil, hasPassword: false)
        try await session.write(plan, password: nil)
        try await session.verify(plan)
    }

    /// The formula of docs/exchanges.md for 37 bytes of message on an NTAG213: the same as over libnfc.
    @Test(arguments: USBReaderModel.forPCSC)
    func `takes as many exchanges as over libnfc`(model: USBReaderModel) async throws {
        var counts: [[Int]] = []
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            _ = try await link.selectWhenSeen()
            reader.antenna.resetCounts()
            try await Self.write(over: link)
            counts.append([reader.antenna.counts.selections, reader.antenna.counts.commands])
            #expect(reader.refusedCommands == [])
        }
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            _ = try await link.select()
            reader.antenna.resetCounts()
            try await Self.write(over: link)
            counts.append([reader.antenna.counts.selections, reader.antenna.counts.commands])
        }
        #expect(counts[0] == counts[1])
    }

    /// Without GET_VERSION the product is unknown, and with it where its lock bits and its password are.
    @Test func `by the commands that every reader has takes a URL, and no lock or password`() async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.utrust3700f, driver: "pcsc-plain")
            _ = try await link.selectWhenSeen()
            try await Self.write(over: link)
            let session = try #require(try await TagSession.identify(over: link))
            let image = try await session.readImage(for: try NDEFMessage(uri: Self.url), toLock: true)
            #expect(session.lockable.objectionToLocking(image)?.code == .notLockable)
            #expect(session.passwordProtectable == nil)
            #expect(reader.refusedCommands == [])
        }
    }

    private static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"

    /// `WAYMARK_PROOF=long` loses each part of each exchange; otherwise the answers only.
    @Test(.timeLimit(.minutes(10)), arguments: USBReaderModel.forPCSC)
    func `that is torn at any exchange is finished when the tag is put down again`(model: USBReaderModel) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            let antenna = reader.antenna
            // Pages that are half programmed need the journal to be mended: see the tests of Provisioning.
            let ends: [LostHalf?] = Self.isLong ? [nil, .command, .answer] : [.answer]
            var number = 100
            var torn = 0
            for lost in ends {
                var exchange = 1
                while true {
                    number += 1
                    antenna.clearFaults()
                    antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: number)))
                    while try await link.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: number) {}
                    antenna.tear(after: exchange, losing: lost)
                    let isWhole = (try? await Self.write(over: link)) != nil
                    guard !isWhole || !antenna.isTagInField else { break }
                    torn += 1
                    antenna.clearFaults()
                    antenna.putBack()
                    _ = try await link.selectWhenSeen()
                    try await Self.write(over: link)
                    #expect(antenna.tag?.uid == Type2Tag.uid(numbered: number), "exchange \(exchange)")
                    exchange += 1
                }
                #expect(exchange > 10)
            }
            #expect(reader.refusedCommands == [])
            print("torn over PC/SC: \(model), \(torn) tears, all finished")
        }
    }
}
