import Faults
import Registry
import TestBench
import Testing

@testable import Storage

/// Rows of evidence refer to contents, devices and an import; SQLite does not look each of them up as they come in.
@Suite struct `References of rows of evidence` {
    private let folder: TemporaryFolder
    private let registry: SQLiteRegistry

    init() throws {
        folder = try TemporaryFolder()
        registry = try SQLiteRegistry(path: folder["r.sqlite"])
    }

    private func rows(_ range: Range<Int>) -> [KeptConfirmation] {
        range.map { number in
            KeptConfirmation(
                time: 1_790_000_000 + Int64(number % 700), url: "https://a.example/\(number % 300)",
                outcome: "inRegion",
                device: number % 5 == 0 ? nil : DevicePseudonym(Array(repeating: UInt8(number % 97), count: 32)))
        }
    }

    @Test(arguments: [100, 3_000])
    func `are whole when all have come`(count: Int) async throws {
        let number = try await registry.beginImport(.confirmations, file: "a.csv")
        _ = try await registry.keep(rows(0..<count), import: number)
        _ = try await registry.keep(rows(0..<count + 50), import: number)
        try await registry.foldEvidence { _ in }
        #expect(try await registry.damage() == nil)
        #expect(try await registry.inspect().damage == nil)
    }

    @Test(arguments: [100, 3_000])
    func `are to an import that is there`(count: Int) async throws {
        await #expect(throws: RegistryError.self) { _ = try await registry.keep(rows(0..<count), import: 7) }
        #expect(try await registry.oldestEvidence() == nil)
        #expect(try await registry.damage() == nil)
    }

    @Test func `are looked up again for everything that comes later`() async throws {
        let number = try await registry.beginImport(.confirmations, file: "a.csv")
        _ = try await registry.keep(rows(0..<2_000), import: number)
        _ = try? await registry.keep(rows(0..<2_000), import: 7)
        let isOn = try await registry.isCheckingReferences
        #expect(isOn)
    }
}

extension SQLiteRegistry {
    fileprivate var isCheckingReferences: Bool { get throws { try database.integer("PRAGMA foreign_keys") == 1 } }
}
