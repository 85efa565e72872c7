import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// A tag torn away at every exchange of every write and every protection: it holds the old content, no message, or the
/// new one; it is never protected with anything but the new one; and it is finished when it comes back.
///
/// One subject after the other: all of them at once would leave little of the machine to the tests beside them.
@Suite struct `A tag torn away at any exchange` {
    /// How the exchange ends in which the tag leaves: the command is not heard, the answer does not arrive, or all
    /// is done.
    static let losses: [LostHalf?] = [.command, .answer, nil]

    @Test(arguments: ProofSubject.proved)
    func `is old, empty or new, never protected with anything else, and finished later`(
        subject: ProofSubject
    ) async throws {
        let tried = try await withThrowingTaskGroup(of: Int.self) { group in
            for old in ProofScale.some(of: subject.olds, seed: subject.seed) {
                group.addTask { try await prove(subject, from: old) }
            }
            return try await group.reduce(0, +)
        }
        print("torn: \(subject.testDescription): \(tried) cases")
        TearProofCount.add(tried)
    }

    /// Tears a tag with this old content away at every exchange, or a sample of them. Returns the number of cases.
    private func prove(_ subject: ProofSubject, from old: ProofSubject.Old) async throws -> Int {
        let message = try TagBench.url(subject.characters)
        let start = try await subject.tag(old)
        let whole = TagBench(start)
        try await whole.provision(message, subject.protection)
        let finished = try #require(whole.antenna.take())
        #expect(try PhoneReader.message(on: finished) == message.encoded)
        #expect(Protected.isAsAsked(finished, subject.protection))

        let allowed = [try PhoneReader.message(on: start), [], message.encoded]
        let last = whole.antenna.counts.commands
        var tried = 0
        for n in ProofScale.exchanges(upTo: last, seed: subject.seed) {
            for lost in n == 0 ? [nil] : ProofScale.some(of: Self.losses, seed: subject.seed &+ n, unless: n > last - 8)
            {
                let torn = TagBench(start)
                torn.antenna.tear(after: n, losing: lost)
                let isFinished = (try? await torn.provision(message, subject.protection)) != nil
                #expect(!isFinished || (n == last && lost == nil))
                let left = try #require(torn.antenna.take())
                let found = try PhoneReader.message(on: left)
                let place: Comment = "\(old), \(n) of \(last), \(lost as Any)"
                #expect(allowed.contains(found), place)
                #expect(!Protected.isLockBegun(left) || found == message.encoded, place)
                if old == .protected {
                    #expect(Protected.hasOurPassword(left), place)
                } else if Protected.hasPassword(left) {
                    #expect(Protected.hasOurPassword(left) && found == message.encoded, place)
                }

                let again = TagBench(left)
                try await again.provision(message, subject.protection)
                let mended = try #require(again.antenna.take())
                #expect(try PhoneReader.message(on: mended) == message.encoded, place)
                #expect(Protected.isAsAsked(mended, subject.protection), place)
                tried += 1
            }
        }
        return tried
    }

    /// From every state that replacing or taking off a password can be torn in, the tag can be opened with the old
    /// password or the new one, or is open; and its content never changes.
    @Test(arguments: [ReaderEmulator.Type2Product.ntag213, .ntag216, .ultralightUL11, .ultralightUL21], [true, false])
    func `while its password is replaced or taken off can still be opened`(
        product: ReaderEmulator.Type2Product, isRemoval: Bool
    ) async throws {
        let message = try TagBench.url(30)
        let bench = TagBench(product)
        try await bench.provision(message, .password, password: .other)
        let start = try #require(bench.antenna.take())

        func change(_ bench: TagBench) async throws {
            let session = try #require(try await TagSession.identify(over: bench.link))
            let capability = try #require(session.passwordProtectable)
            let image = try await session.readImage(for: message)
            if isRemoval {
                let plan = try capability.planRemoval(of: image)
                try await capability.protect(plan, password: .test, current: .other)
                try await capability.verifyProtection(plan, password: .test)
                return
            }
            let open = try capability.planProtection(of: image, holding: message, mirror: nil)
            if open.isEmpty {
                // Protected: by the old password, or already by the new one.
                do {
                    try await capability.verifyProtection(open, password: .test)
                    return
                } catch {
                    guard error.code == .wrongPassword else { throw error }
                }
                let plan = try capability.planNewPassword(of: image)
                try await capability.protect(plan, password: .test, current: .other)
                try await capability.verifyProtection(plan, password: .test)
            } else {
                try await capability.protect(open, password: .test, current: nil)
                try await capability.verifyProtection(open, password: .test)
            }
        }

        let whole = TagBench(start)
        try await change(whole)
        var tried = 0
        for n in 1...whole.antenna.counts.commands {
            for lost in Self.losses {
                let torn = TagBench(start)
                torn.antenna.tear(after: n, losing: lost)
                _ = try? await change(torn)
                let left = try #require(torn.antenna.take())
                #expect(try PhoneReader.message(on: left) == message.encoded)
                let again = TagBench(left)
                try await change(again)
                let mended = try #require(again.antenna.remove())
                #expect(try PhoneReader.message(on: mended) == message.encoded)
                #expect(Protected.hasPassword(mended) == !isRemoval)
                let page = try #require(product.configurationPage)
                #expect(mended.memory[page + 2] == (isRemoval ? hex("FF FF FF FF") : hex("57 61 79 6D")))
                tried += 1
            }
        }
        TearProofCount.add(tried)
    }
}
