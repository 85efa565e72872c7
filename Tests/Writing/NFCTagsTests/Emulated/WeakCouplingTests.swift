import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Synchronization
import Testing

/// A tag at the edge of the field: answers longer than so many bytes do not arrive whole.
private final class WeakLink: TagLink {
    private let link: EmulatedTagLink
    private let longest: Int
    private let lost = Mutex(0)

    init(_ link: EmulatedTagLink, longest: Int) {
        self.link = link
        self.longest = longest
    }

    /// Answers that were too long.
    var losses: Int { lost.withLock { $0 } }

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        let answer = try await link.transceive(command, expecting: reply)
        guard answer.count > longest else { return answer }
        lost.withLock { $0 += 1 }
        throw TagLinkError(code: .unknown, message: "no good answer", reason: "status 02", next: "select again")
    }
}

/// A chip that passes for an NTAG213 and does not know READ_SIG: it goes to sleep over it.
private struct UnsignedLink: TagLink {
    let link: EmulatedTagLink

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        try await link.transceive(command.first == 0x3C ? [0x3F, 0x00] : command, expecting: reply)
    }
}

@Suite struct `A tag that is heard in short answers only` {
    @Test(arguments: [16, 40, 64, 100, 171], [ReaderEmulator.Type2Product.ntag213, .ntag216])
    func `is read in pieces, and written`(longest: Int, product: ReaderEmulator.Type2Product) async throws {
        let bench = TagBench(product)
        let link = WeakLink(bench.link, longest: longest)
        let reach = ReadReach()
        let message = try TagBench.url(100)
        let session = try #require(try await TagSession.identify(over: link, reach: reach))
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        let lost = link.losses
        #expect(lost > 0)
        try await session.write(plan)
        #expect(try await session.verify(plan) == .url("https://" + String(repeating: "a", count: 100)))
        #expect(link.losses == lost, "what did not arrive is asked for again")
        // The next session of the same visit knows, too.
        let next = try #require(try await TagSession.identify(over: link, reach: reach))
        _ = try await next.readContent()
        #expect(link.losses == lost)
        // Another visit starts anew.
        await reach.forget()
        let later = try #require(try await TagSession.identify(over: link, reach: reach))
        _ = try await later.readContent()
        #expect(link.losses > lost)
    }

    /// The emulator's own fault, in place of a link that counts.
    @Test(arguments: [31, 32]) func `has no signature only where an answer of that length arrives`(
        longest: Int
    ) async throws {
        let bench = TagBench(.ntag213)
        let signature = (1...32).map { UInt8($0) }
        bench.antenna.update { $0.signature = signature }
        let session = try #require(try await TagSession.identify(over: bench.link))
        bench.antenna.couple(.damagesAnswers(longerThan: longest))
        guard longest < 32 else {
            #expect(try await session.readSignature() == signature)
            return
        }
        let error = await #expect(throws: TagError.self) { try await session.readSignature() }
        #expect(error?.code == .noAnswer)
        #expect(error?.reason.contains("the coupling is weak") == true)
        // Nearer to the reader, the same session continues.
        bench.antenna.couple(.good)
        let again = try #require(try await TagSession.identify(over: bench.link))
        #expect(try await again.readSignature() == signature)
    }

    @Test func `has none where it refuses the command and is heard well, and can be worked with further`() async throws
    {
        let bench = TagBench(.ntag213)
        let link = UnsignedLink(link: bench.link)
        let session = try #require(try await TagSession.identify(over: link))
        #expect(try await session.readSignature() == nil)
        #expect(try await link.transceive([0x30, 0x00], expecting: .data).count == 16)
        bench.antenna.couple(.damagesAnswers(longerThan: 16))
        let error = await #expect(throws: TagError.self) { try await session.readSignature() }
        #expect(error?.code == .noAnswer)
    }

    /// Lock bits and passwords depend on the product, and what is set is set for ever.
    @Test(arguments: [
        (ReaderEmulator.Type2Product.ntag213, "NTAG213"), (.ntag216, "NTAG216"), (.ultralightC, "MIFARE Ultralight C"),
        (.ntag203, "NTAG203"), (.ultralight, "MIFARE Ultralight"),
    ])
    func `at random is never taken for another product, or for one with a password`(
        product: ReaderEmulator.Type2Product, name: String
    ) async throws {
        var read = 0
        for seed in 1...200 {
            let bench = TagBench(product)
            bench.antenna.couple(.noisy(halfLength: 64, seed: UInt64(seed)))
            do {
                let session = try #require(try await TagSession.identify(over: bench.link))
                #expect(session.productName == name, "\(seed)")
                _ = try await session.readContent()
                read += 1
            } catch let error as TagError {
                #expect([.noAnswer, .tagLost].contains(error.code), "\(seed): \(error)")
            } catch {}
        }
        #expect(read > 0)
    }

    @Test func `at random is never taken for one without a signature`() async throws {
        for seed in 1...200 {
            let bench = TagBench(.ntag213)
            bench.antenna.update { $0.signature = [UInt8](repeating: 7, count: 32) }
            let session = try #require(try await TagSession.identify(over: bench.link))
            bench.antenna.couple(.noisy(halfLength: 128, seed: UInt64(seed)))
            do {
                #expect(try await session.readSignature() != nil, "\(seed)")
            } catch {
                #expect([.noAnswer, .tagLost].contains(error.code), "\(seed): \(error)")
            }
        }
    }
}
