import TestBench
import Testing

extension TestStation {
    /// The tags' URLs are `https://f.example/s/c?tag=` and the tag's identifier: short, so that a write has few
    /// exchanges.
    static func url(_ tag: String) -> String { "https://f.example/s/c?tag=\(tag)" }

    /// Takes in one store, one experience, and a batch of NFC tags for it.
    func createBatch(_ name: String, tags count: Int, template: String = SmallBatch.template) async throws {
        for words in try SmallBatch(name, tags: count, template: template).commands(in: folder) {
            try await waymark(words)
        }
    }
}
