import Checkpoints
import Testing
import TextCoding

/// The log of eight entries with which implementations of Certificate Transparency are tested
/// (google/certificate-transparency and transparency-dev/merkle have it): entries, roots and proofs.
enum KnownLog {
    static let entries = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
    ].compactMap { Hexadecimal.bytes($0) }

    /// By size.
    static let roots = [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    struct Proof: Sendable {
        /// The entry, or the size of the older log.
        let from: UInt64
        let size: UInt64
        let hashes: [String]
    }

    static let inclusions = [
        Proof(from: 0, size: 1, hashes: []),
        Proof(
            from: 0, size: 8,
            hashes: [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ]),
        Proof(
            from: 5, size: 8,
            hashes: [
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]),
        Proof(from: 2, size: 3, hashes: ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    ]

    static let consistencies = [
        Proof(from: 1, size: 1, hashes: []),
        Proof(
            from: 6, size: 8,
            hashes: [
                "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]),
        Proof(
            from: 2, size: 5,
            hashes: [
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            ]),
    ]

    static func root(_ size: UInt64) throws -> LogHash { try #require(LogHash(roots[Int(size)])) }
}

/// A log with all its nodes in memory.
struct MemoryLog: LogNodes {
    private(set) var frontier = LogFrontier()
    private var nodes: [LogPlace: LogHash] = [:]
    private(set) var leaves: [LogHash] = []
    var proofs: LogProofs<MemoryLog> { LogProofs(self) }

    init(_ entries: some Sequence<[UInt8]>) throws {
        for entry in entries { try append(entry) }
    }

    /// Gives how many nodes this has completed.
    @discardableResult
    mutating func append(_ entry: [UInt8]) throws -> Int {
        let leaf = try LogHash.leaf(entry)
        leaves.append(leaf)
        let completed = try frontier.append(leaf)
        for node in completed { nodes[LogPlace(level: node.level, index: node.index)] = node.hash }
        return completed.count
    }

    func hashes(at places: [LogPlace]) -> [LogPlace: LogHash] {
        let wanted = Set(places)
        return nodes.filter { wanted.contains($0.key) }
    }
}
