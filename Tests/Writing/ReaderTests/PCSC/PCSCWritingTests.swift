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
    private static func write(_ url: String = url, over link: ReaderLink) async throws {
        let message = try NDEFMessage(uri: url)
        guard let session = try await TagSession.identify(over: link) else { throw CancellationError() }
        let image = try await session.readImage(for: message, toLock: false)
        let plan = try WritePlan(writing: message, to: image, mirror: nil, hasPassword: false)
        try await session.write(plan, password: nil)
        try await session.verify(plan)
    }

    /// Counted over libnfc and over pcscd; the model of time knows no power-ups of a smart-card reader, which are counted.
    @Test(arguments: USBReaderModel.forPCSC)
    func `takes as many exchanges as over libnfc, and not much more time`(model: USBReaderModel) async throws {
        let products: [Type2Product] = [.ntag213, .ntag215, .ntag216, .ultralightUL21]
        var counts: [[[Int]]] = [[], []]
        var times: [[Duration]] = [[], []]
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(model)
            for (number, product) in zip(10..., products) {
                reader.antenna.insert(Type2Tag(product, uid: Type2Tag.uid(numbered: number)))
                while try await link.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: number) {}
                reader.antenna.resetCounts()
                reader.resetTraffic()
                try await Self.write(over: link)
                counts[0].append([reader.antenna.counts.selections, reader.antenna.counts.commands])
                times[0].append(reader.traffic.modelledTime)
                #expect(reader.traffic.powerUps == reader.antenna.counts.selections)
            }
        }
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            for (number, product) in zip(10..., products) {
                reader.antenna.insert(Type2Tag(product, uid: Type2Tag.uid(numbered: number)))
                while try await link.select()?.uid.bytes != Type2Tag.uid(numbered: number) {}
                reader.antenna.resetCounts()
                reader.resetTraffic()
                try await Self.write(over: link)
                counts[1].append([reader.antenna.counts.selections, reader.antenna.counts.commands])
                times[1].append(reader.traffic.modelledTime)
            }
        }
        #expect(counts[0] == counts[1])
        for (product, (own, other)) in zip(products, zip(times[0], times[1])) {
            #expect(own <= other * 1.2, "\(product)")
        }
        let figures = zip(products, zip(times[0], times[1])).map { product, times in
            "\(product.name) \(times.0 / .milliseconds(1)) : \(times.1 / .milliseconds(1)) ms"
        }
        print("\(model) beside a PN532 on a serial line: \(figures.joined(separator: ", "))")
    }

    /// The formula of docs/exchanges.md: a question for each page, as some readers give 4 bytes at a time.
    @Test(arguments: [20, 40, 80, 130])
    func `by the commands that every reader has takes as many as the formula says`(length: Int) async throws {
        try await PCSCBench.run { pcsc in
            let (reader, link) = try await pcsc.openedReader(.utrust3700f, driver: "pcsc-plain")
            reader.antenna.insert(Type2Tag(.ntag215, uid: Type2Tag.uid(numbered: 2)))
            while try await link.selectWhenSeen().uid.bytes != Type2Tag.uid(numbered: 2) {}
            reader.antenna.resetCounts()
            reader.resetTraffic()
            try await Self.write("https://" + String(repeating: "a", count: length), over: link)
            // Behind the container: type and length, the record with its header of 5 bytes, and the terminator.
            let last = (16 + 2 + 5 + length + 1 - 1) / 4
            let reads = 1 + (last + 4) / 4 + (last - 3 + 4) / 4
            // One more, where the message reaches pages that are something else on a smaller product.
            let commands = 4 * (reads + (last >= 0x10 ? 1 : 0)) + (last - 3)
            let counts = reader.antenna.counts
            #expect(counts.selections == 2 && counts.commands == commands)
            // And the serial number after each selection.
            #expect(reader.traffic.commands == commands + 2)
        }
    }

    /// Without GET_VERSION the product is unknown, and with it where its lock bits and its password are.
    @Test func `by the commands that every reader has takes a URL, and no lock or password`() async throws {
        try await PCSCBench.run { pcsc in
            let (_, link) = try await pcsc.openedReader(.utrust3700f, driver: "pcsc-plain")
            _ = try await link.selectWhenSeen()
            try await Self.write(over: link)
            let session = try #require(try await TagSession.identify(over: link))
            let image = try await session.readImage(for: try NDEFMessage(uri: Self.url), toLock: true)
            #expect(session.lockable.objectionToLocking(image)?.code == .notLockable)
            #expect(session.passwordProtectable == nil)
        }
    }

    /// pcscd may take a tag that was put back for the one that was there before, until an exchange with it fails and it has
    /// asked its reader again, which a busy machine puts off: as a station's worker does, one tries again.
    private static func finish(over link: ReaderLink) async throws {
        for _ in 0..<5 {
            _ = try await link.selectWhenSeen()
            do { return try await write(over: link) } catch is TagLinkError {}
        }
        _ = try await link.selectWhenSeen()
        try await write(over: link)
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
                    try await Self.finish(over: link)
                    #expect(antenna.tag?.uid == Type2Tag.uid(numbered: number), "exchange \(exchange)")
                    exchange += 1
                }
                #expect(exchange > 10)
            }
            print("torn over PC/SC: \(model), \(torn) tears, all finished")
        }
    }
}
