import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// One product, one length of URL, one protection: what a proof is about.
struct ProofSubject: Sendable, CustomTestStringConvertible {
    /// A product and the characters behind `https://` that it holds.
    struct Product: Sendable {
        let name: String
        let room: Int
        let protections: [TagBench.Protection]
        let make: @Sendable () -> any EmulatedTag

        init(_ product: ReaderEmulator.Type2Product, room: Int) {
            name = product.name
            self.room = room
            let hasPassword = product.configurationPage != nil
            protections = TagBench.Protection.allCases.filter { hasPassword || $0 != .password }
            make = { Type2Tag(product, uid: TagBench.uid) }
        }

        init(_ product: Type4Product, room: Int) {
            name = product.name
            self.room = room
            protections = product.containerIsFree ? [.none, .lock] : [.none]
            make = { Type4Tag(product, uid: TagBench.uid) }
        }

        init(_ product: ReaderEmulator.Type5Product, room: Int) {
            name = product.name
            self.room = room
            protections = [.none, .lock, .lockReadOnly]
            make = { Type5Tag(product, uid: Type5Tag.uid(of: product, numbered: 1)) }
        }

        static let all = [
            Product(.ntag213, room: 131), Product(.ntag215, room: 483), Product(.ntag216, room: 859),
            Product(.ntag213f, room: 131), Product(.ntag213tt, room: 131), Product(.ntag203, room: 131),
            Product(.ultralight, room: 40), Product(.ultralightC, room: 136), Product(.ultralightUL11, room: 40),
            Product(.ultralightUL21, room: 120), Product(Type4Product.ntag424, room: 249),
            Product(Type4Product.type4, room: 1_500), Product(Type5Product.slix, room: 97),
            Product(Type5Product.slix2, room: 300),
        ]
    }

    let product: Product
    let characters: Int
    let protection: TagBench.Protection

    static let lengths = [1, 40, 80, 130, 254, 255, 486]

    static let all = Product.all.flatMap { product in
        product.protections.flatMap { protection in
            lengths.filter { $0 <= product.room }.map {
                ProofSubject(product: product, characters: $0, protection: protection)
            }
        }
    }

    /// Those that a tear proof is made for: every other one in a sample.
    static let proved = all.enumerated().filter { ProofScale.isLong || $0.offset.isMultiple(of: 4) }.map(\.element)

    var testDescription: String { "\(product.name), \(characters) characters, \(protection.rawValue)" }
    var seed: Int { testDescription.utf8.reduce(7) { $0 &* 31 &+ Int($1) } }

    /// What lies on the tag before.
    enum Old: String, CaseIterable, Sendable {
        case factory, nulls, terminator, shorter, longer, foreign, torn, protected
    }

    var olds: [Old] {
        Old.allCases.filter { old in
            switch old {
            case .factory, .shorter, .longer: true
            case .foreign: product.room >= 110
            // Tags without a message block take as many writes as those from the factory; tried where writes are few.
            case .nulls, .terminator: characters <= 80 && product.make() is Type2Tag
            case .torn: product.room >= 60
            case .protected: protection == .password
            }
        }
    }

    func tag(_ old: Old) async throws -> any EmulatedTag {
        let bench = TagBench(product.make())
        switch old {
        case .factory: break
        case .nulls: bench.antenna.update { $0.memory.put([UInt8](repeating: 0, count: 16), at: 4) }
        case .terminator:
            let control: [UInt8] = product.name.hasPrefix("ntag213") ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : []
            bench.antenna.update { $0.memory.put(control + [0xFE], at: 4) }
        case .shorter: try await bench.provision(TagBench.url(max(characters / 2, 1), of: "b"))
        case .longer: try await bench.provision(TagBench.url(min(characters + 30, product.room), of: "b"))
        case .foreign:
            let card = try NDEFRecord(
                format: .media, type: Array("text/vcard".utf8), payload: [UInt8](repeating: 0x03, count: 80))
            try await bench.provision(NDEFMessage(records: [card]))
        case .torn:
            try await bench.provision(TagBench.url(60, of: "b"))
            bench.antenna.tear(after: 9)
            _ = try? await bench.provision(TagBench.url(50, of: "c"))
        case .protected:
            try await bench.provision(TagBench.url(min(characters + 3, product.room), of: "b"), .password)
        }
        return try #require(bench.antenna.take())
    }
}
