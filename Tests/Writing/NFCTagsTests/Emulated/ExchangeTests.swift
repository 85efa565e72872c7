import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// The formula of docs/exchanges.md, from the numbers of the data sheets, against what the emulated tag counts.
@Suite struct `The exchanges with a tag` {
    struct Layout: Sendable, CustomTestStringConvertible {
        let product: ReaderEmulator.Type2Product
        /// Commands and additional selections until the product is known.
        var recognition = (1, 0)
        var pagesPerRead = 60
        /// The last page that READ does not roll over from.
        let last: Int
        /// The first byte of the message block.
        var start = 16
        var isFormatted = true
        let dynamicLockPage: Int?
        let configurationPages: [Int]

        var testDescription: String { product.name }

        static let all = [
            Layout(
                product: .ntag213, last: 0x2C, start: 21, dynamicLockPage: 0x28, configurationPages: [0x29, 0x2A]),
            Layout(product: .ntag215, last: 0x86, dynamicLockPage: 0x82, configurationPages: [0x83, 0x84]),
            Layout(product: .ntag216, last: 0xE6, dynamicLockPage: 0xE2, configurationPages: [0xE3, 0xE4]),
            Layout(
                product: .ultralightUL11, last: 0x13, isFormatted: false, dynamicLockPage: nil,
                configurationPages: [0x10, 0x11]),
            Layout(
                product: .ultralightUL21, last: 0x28, isFormatted: false, dynamicLockPage: 0x24,
                configurationPages: [0x25, 0x26]),
            Layout(
                product: .ultralight, recognition: (31, 15), pagesPerRead: 4, last: 0x0F, isFormatted: false,
                dynamicLockPage: nil, configurationPages: []),
            Layout(
                product: .ultralightC, recognition: (11, 6), pagesPerRead: 4, last: 0x2B, isFormatted: false,
                dynamicLockPage: 0x28, configurationPages: [0x2A, 0x2B]),
            Layout(
                product: .ntag203, recognition: (21, 10), pagesPerRead: 4, last: 0x29, start: 21,
                dynamicLockPage: 0x28, configurationPages: []),
        ]

        /// The end of the user memory, all of which shows whether a tag without a container is another system's.
        var lastUserPage: Int { (dynamicLockPage ?? configurationPages.first ?? last + 1) - 1 }

        /// The fewest reads that cover these pages.
        func reads(_ pages: [Int]) -> Int {
            var (left, count) = (pages.sorted(), 0)
            while let first = left.first {
                let start = pagesPerRead == 4 ? min(first, last - 3) : first
                left.removeAll { $0 < start + pagesPerRead }
                count += 1
            }
            return count
        }

        /// Selections and commands for a tag from the factory and a message of `size` bytes.
        func exchanges(_ size: Int, _ protection: TagBench.Protection) -> [Int] {
            let end = start + (size < 255 ? 2 : 4) + size + 1
            let lastPage = (end - 1) / 4
            let dynamic = dynamicLockPage.map { [$0] } ?? []
            let image = reads(Array(0...lastPage) + dynamic + configurationPages)
            let first = reads(Array(0...(isFormatted ? lastPage : lastUserPage)) + dynamic + configurationPages)
            let writes = lastPage - start / 4 + 1 + (isFormatted ? 0 : 1)
            let common = recognition.0 + first + writes
            let configuration = product.configurationPage == nil ? [] : configurationPages
            let proof = reads([2, 4] + dynamic + configuration)
            // CFGLCK, and the lock bits; then a write that must be refused and a read, five times.
            let lock = (configuration.isEmpty ? 0 : 1) + 1 + dynamic.count + proof + 10
            switch protection {
            case .none: return [2 + recognition.1, common + reads(Array(3...lastPage))]
            case .lock: return [8 + recognition.1, common + image + lock]
            case .lockReadOnly: return [8 + recognition.1, common + image + lock + 1]
            case .password: return [3 + recognition.1, common + image + 3 + 2]
            }
        }
    }

    @Test(arguments: ProofSubject.all.filter { !$0.product.name.hasSuffix("4") })
    func `are as many as the formula says, and no more`(subject: ProofSubject) async throws {
        guard let layout = Layout.all.first(where: { $0.product.name == subject.product.name }) else { return }
        let message = try TagBench.url(subject.characters)
        let bench = TagBench(layout.product)
        try await bench.provision(message, subject.protection)
        let counts = bench.antenna.counts
        #expect([counts.selections, counts.commands] == layout.exchanges(message.encoded.count, subject.protection))
    }

    @Test(
        arguments: [
            (Layout.all[0], [16, 26, 38], 30, 21), (Layout.all[1], [16, 26, 39], 32, 22),
            (Layout.all[2], [16, 26, 39], 32, 22),
        ])
    func `are those of the table in the manual`(layout: Layout, plain: [Int], lock: Int, password: Int) throws {
        let sizes = try [40, 80, 130].map { try TagBench.url($0).encoded.count }
        #expect(sizes.map { layout.exchanges($0, .none) } == plain.map { [2, $0] })
        #expect(layout.exchanges(sizes[0], .lock) == [8, lock])
        #expect(layout.exchanges(sizes[0], .password) == [3, password])
    }

    /// One page of text changes: W is that page, and the page with the length twice, which hides it meanwhile.
    @Test func `are few for a small change, one more with a password, and three for a mirror`() async throws {
        let bench = TagBench(.ntag213)
        let old = try NDEFMessage(uri: "https://brighteggcafe.example/store/12?tag=7&u=00000000000000")
        let new = try NDEFMessage(uri: "https://brighteggcafe.example/store/12?tag=8&u=00000000000000")
        try await bench.provision(old, .password)
        bench.antenna.resetCounts()
        try await bench.provision(new, .password)
        // GET_VERSION, image, PWD_AUTH, length, page, length, image; PWD_AUTH, configuration.
        #expect(bench.antenna.counts.commands == 1 + 1 + (1 + 3) + 1 + 2)
        #expect(bench.antenna.counts.selections == 3)

        let plain = TagBench(.ntag213)
        try await plain.provision(new)
        plain.antenna.resetCounts()
        let session = try #require(try await TagSession.identify(over: plain.link))
        let mirror = try #require(TextMirror(.uidAndCounter, at: 5, in: new))
        let image = try await session.readImage(for: new)
        let capability = try #require(session.mirrorable)
        let plan = try capability.planMirror(of: image, holding: new, mirror: mirror)
        #expect(plan.count == 2)
        plain.antenna.resetCounts()
        try await capability.switchOn(plan, password: nil)
        try await capability.verifyMirror(plan)
        #expect(plain.antenna.counts.commands == 2 + 1)
        #expect(plain.antenna.counts.selections == 1)
    }

    @Test(
        arguments: [
            (Type4Product.ntag424, 40, 0, 3 + 1 + 1 + 2 + 2 + 1), (.ntag424, 249, 0, 3 + 1 + 1 + 3 + 2 + 2),
            (.ntag424, 40, 30, 3 + 1 + 1 + 3 + 2 + 1),
            // Bodies of 59 bytes in answers and 52 in commands.
            (.type4, 130, 0, 3 + 1 + 1 + 4 + 2 + 3), (.type4, 486, 0, 3 + 1 + 1 + 11 + 2 + 9),
        ] as [(Type4Product, Int, Int, Int)])
    func `of Type 4 are as many as the formula says`(
        product: Type4Product, characters: Int, old: Int, commands: Int
    ) async throws {
        let bench = TagBench(Type4Tag(product, uid: TagBench.uid))
        if old > 0 { try await bench.provision(TagBench.url(old, of: "b")) }
        let before = bench.link.commands
        bench.antenna.resetCounts()
        try await bench.provision(TagBench.url(characters))
        #expect(bench.link.commands - before == commands)
        #expect(bench.antenna.counts.selections == 2)
    }

    /// Frames on air: RATS, and the blocks of ISO/IEC 14443-4. No more is read than one frame holds or the length says.
    @Test(arguments: [(Type4Product.ntag424, 12), (.type4, 12)])
    func `of Type 4 with a URL of 36 characters are 12 frames`(product: Type4Product, frames: Int) async throws {
        let bench = TagBench(Type4Tag(product, uid: TagBench.uid))
        let message = try NDEFMessage(uri: "https://example.com/s/12?tag=t-00001")
        #expect(message.firstURI?.utf8.count == 36)
        try await bench.provision(message)
        #expect(bench.antenna.counts.commands == frames)
        // RATS, application, container, its bytes, file, length; message, length; RATS, application, file, message.
        #expect(bench.link.commands == 10)
    }

    @Test func `of Type 4 with a lock are ten more`() async throws {
        let (plain, locked) = (
            TagBench(Type4Tag(.type4, uid: TagBench.uid)), TagBench(Type4Tag(.type4, uid: TagBench.uid))
        )
        try await plain.provision(TagBench.url(40))
        try await locked.provision(TagBench.url(40), .lock)
        #expect(locked.link.commands == plain.link.commands + 10)
        #expect(locked.antenna.counts.selections == 3)
    }
}
