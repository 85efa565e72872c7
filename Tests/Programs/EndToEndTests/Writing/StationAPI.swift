import Foundation
import Testing
import UnixSystem

/// The daemon's API, asked without our own client.
struct StationAPI: Sendable {
    let socket: String

    struct Entry: Decodable, Equatable {
        let sequence: Int
        let time: String
        let kind: String
        let payload: String

        /// One field of the payload that is a text.
        subscript(field: String) -> String? {
            let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]
            return object?[field] as? String
        }
    }

    struct Tag: Decodable, Equatable {
        let id: String
        let state: String
        let url: String
        let uid: String?
    }

    /// Every entry of the journal from a number on.
    func journal(from start: Int = 1) async throws -> [Entry] {
        struct Page: Decodable { let entries: [Entry] }
        var all: [Entry] = []
        while true {
            let page: Page = try await get("/v1/journal?limit=1000&from=\(all.count + start)")
            all += page.entries
            if page.entries.count < 1_000 { return all }
        }
    }

    /// What was recorded of one chip: kinds in their order.
    func journal(ofChip uid: String) async throws -> [String] {
        try await journal().filter { $0["uid"] == uid }.map(\.kind)
    }

    /// The number of entries, if the chain is whole.
    func unbrokenJournal() async throws -> Int {
        struct Status: Decodable {
            struct Journal: Decodable {
                let entries: Int
                let brokenAt: Int?
            }
            let journal: Journal
        }
        let status: Status = try await get("/v1/status")
        #expect(status.journal.brokenAt == nil)
        return status.journal.entries
    }

    func tags(of batch: String) async throws -> [Tag] {
        struct Batch: Decodable { let tags: [Tag] }
        struct Detail: Decodable { let batch: Batch }
        let detail: Detail = try await get("/v1/batches/\(batch)")
        return detail.batch.tags
    }

    private func get<Answer: Decodable>(_ path: String) async throws -> Answer {
        let socket = socket
        let answer: [UInt8] = try await withCheckedThrowingContinuation { continuation in
            do {
                // Reading blocks.
                try DedicatedThread.start("api") {
                    continuation.resume(with: Result { try RawRequest.answer("GET", path, over: socket) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return try JSONDecoder().decode(Answer.self, from: Data(answer))
    }
}

extension TestStation {
    var api: StationAPI { StationAPI(socket: socket) }
}
