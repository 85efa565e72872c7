import Foundation
import HubStorage
import PostgreSQL
import Registry
import Storage
import TestBench
import Testing

/// A registry that worked by itself, and a hub that is to adopt it.
final class AdoptedBench {
    let place: HubPlace
    let hub: HubRegistry
    let notes: HandBackNotes
    let folder: TemporaryFolder
    let path: String
    let author = Author(station: "office", actor: "ada")

    init(hub name: String = "hub-1") async throws {
        place = try await HubPlace()
        hub = try await place.registry(daemon: name, now: Bench.clock(from: 86_400))
        notes = try place.handBackNotes(of: name)
        folder = try TemporaryFolder()
        path = folder["registry.sqlite"]
    }

    @discardableResult
    func adopt(
        _ path: String? = nil, to other: HubRegistry? = nil, again: Bool = false,
        tell: @escaping @Sendable (Adoption.Step, Int) throws -> Void = { _, _ in }
    ) async throws -> Adoption.Outcome {
        try await Adoption(
            of: path ?? self.path, to: other ?? hub, named: "hub", knowing: notes, by: author, isAgain: again,
            tell: tell
        ).run()
    }

    /// Asserts that the registry has been adopted whole.
    func adopted(_ outcome: Adoption.Outcome, sourceLocation: SourceLocation = #_sourceLocation) throws -> AdoptionState
    {
        guard case .adopted(let state, _) = outcome else {
            Issue.record("\(outcome)", sourceLocation: sourceLocation)
            throw NotAdopted()
        }
        return state
    }

    struct NotAdopted: Error {}

    /// What differs between the hub's answers and those of the registry, but for what stays a station's own, and what is about
    /// the hub's own chain and imports.
    func differences() async throws -> [String] {
        let registry = try SQLiteRegistry(path: path)
        let tags = try await registry.tags()
        let isOwn = { (question: String) in
            Self.own.contains(question) || question.hasPrefix("journal ") && !question.hasPrefix("journal about")
        }
        let differences = try await Answers(hub, about: tags).without(isOwn)
            .differences(from: try await Answers(registry, about: tags).without(isOwn))
        let (noted, expected) = (try await remarks(hub), try await remarks(registry))
        return differences + (noted == expected ? [] : ["remarks: \(noted) and not \(expected)"])
    }

    /// In their order; the hub counts them anew.
    private func remarks(_ storage: any RegistryHistory) async throws -> [ListedRemark] {
        try await storage.remarks(on: nil, limit: 1_000).map {
            ListedRemark(number: 0, time: $0.time, url: $0.url, note: $0.note, pictureSize: $0.pictureSize)
        }
    }

    private static let own: Set<String> = [
        "journal", "journal's check", "newest entry", "latest time", "proof of the tables", "readers", "tokens",
        "sessions", "last audited import", "later sightings", "open imports", "erasures",
        "remarks",
    ]
}
