internal import Faults
internal import Foundation
internal import UnixSystem

/// Where a watch keeps what it found: one run at a time.
package final class WatchFolder: Sendable {
    private static let fileName = "watch.json"
    /// A state is not larger: of each part a limited number of findings is kept.
    private static let limit = 64 << 20

    private let path: String
    private let lock: ExclusiveLock

    /// Makes the folder where it is missing, and takes its lock.
    package init(_ path: String) throws {
        try Folder.make(path, mode: 0o700)
        self.path = path
        lock = try ExclusiveLock("\(path)/watch.lock")
    }

    private var file: String { "\(path)/\(Self.fileName)" }

    /// What the run before has kept. Before the first run a state is kept at once, so that its notices are the same ones
    /// where it has to be made again.
    package func load() throws -> WatchState {
        guard File.exists(file) else {
            let state = WatchState(generation: Self.newGeneration())
            try save(state)
            return state
        }
        let bytes = try TrustedFile.read(file, limit: Self.limit)
        do {
            let version = try JSONDecoder().decode(Version.self, from: Data(bytes)).schema
            guard version == WatchState.schema else {
                throw refusal(
                    "it has schema \(version), and this version reads \(WatchState.schema)",
                    "use the version of waymark that wrote it, or move the file away: the next run is a first one")
            }
            return try JSONDecoder().decode(WatchState.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw refusal(
                error.explanation(in: bytes), "move it away (mv \(file) \(file).bad): the next run is then a first one")
        }
    }

    /// Replaces what is kept, in one step.
    package func save(_ state: WatchState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try File.writeAtomically(Array(try encoder.encode(state)), to: file, mode: 0o600)
    }

    /// 32 random hexadecimal digits.
    package static func newGeneration() -> String {
        UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    }

    private struct Version: Decodable {
        let schema: Int
    }

    private func refusal(_ reason: String, _ next: String) -> WatchError {
        WatchError(.badState, "what the run before found cannot be read", why: "\(file): \(reason)", next: next)
    }
}
