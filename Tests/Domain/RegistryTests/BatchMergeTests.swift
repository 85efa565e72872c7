import Registry
import Testing

/// What loading a deployment again does to a batch that moved on.
struct BatchMergeTests {
    private static func tag(_ id: String, _ store: String = "a", of deployment: String? = "one") throws -> Registry.Tag
    {
        Registry.Tag(
            id: try #require(TagID(id)), batch: try #require(BatchName("b")),
            store: try #require(StoreID(store, of: deployment.flatMap { DeploymentName($0) })), placement: "door",
            medium: .nfc, url: "https://x.example/\(store)?tag=\(id)")
    }

    private static func batch(_ tags: [Registry.Tag], of deployment: String? = "one", template: String? = nil) throws
        -> Batch
    {
        Batch(
            name: try #require(BatchName("b")), template: template, tags: tags,
            deployment: deployment.flatMap { DeploymentName($0) })
    }

    private static func merge(_ loaded: Batch, into existing: Batch?, elsewhere: [String] = []) throws -> BatchMerge {
        let other = try #require(BatchName("other"))
        return BatchMerge(loaded, into: existing?.with([]), isEmpty: existing?.tags.isEmpty ?? true) { id in
            guard elsewhere.contains(id.text), let tag = loaded.tags.first(where: { $0.id == id }) else {
                return existing?.tags.first { $0.id == id }
            }
            return Registry.Tag(
                id: id, batch: other, store: tag.store, placement: tag.placement, medium: tag.medium, url: tag.url)
        }
    }

    @Test func `new rows are added, others stay, and each that differs is named`() throws {
        let merge = try Self.merge(
            Self.batch([Self.tag("1"), Self.tag("2", "z"), Self.tag("3"), Self.tag("4")]),
            into: Self.batch([Self.tag("2"), Self.tag("1"), Self.tag("9")]), elsewhere: ["4"])
        #expect(merge.added.map(\.id.text) == ["3"])
        #expect(merge.adopted.isEmpty && !merge.isLeftAlone)
        #expect(
            merge.notTaken == [
                "tag 2 of batch b stays as it is: its store is a of deployment one, the file has z of deployment one; "
                    + "its URL is https://x.example/a?tag=2, the file has https://x.example/z?tag=2",
                "tag 4 of batch b is not taken: batch other has it",
            ])
    }

    @Test func `tags without a deployment become the deployment's`() throws {
        let merge = try Self.merge(
            Self.batch([Self.tag("1"), Self.tag("2")]),
            into: Self.batch([Self.tag("1", of: nil), Self.tag("2")], of: nil))
        #expect(merge.adopted == [try Self.tag("1")])
        #expect(merge.notTaken.isEmpty)
    }

    @Test func `another batch of the same name is left alone`() throws {
        let foreign = try Self.merge(Self.batch([Self.tag("1")]), into: Self.batch([Self.tag("1")], of: "two"))
        #expect(
            foreign.isLeftAlone && foreign.notTaken == ["batch b is not taken: deployment two has a batch of this name"]
        )
        let stranger = try Self.merge(Self.batch([Self.tag("1")]), into: Self.batch([Self.tag("9", of: nil)], of: nil))
        #expect(
            stranger.isLeftAlone
                && stranger.notTaken == ["batch b is not taken: a batch of this name exists already, with other tags"])
        #expect(try !Self.merge(Self.batch([Self.tag("1")]), into: Self.batch([], of: nil)).isLeftAlone)
    }

    @Test func `other rules are named, and stay`() throws {
        let merge = try Self.merge(
            Self.batch([Self.tag("1")]).with(BatchRules(protection: .lock)), into: Self.batch([Self.tag("1")]))
        #expect(
            merge.notTaken == [
                "batch b keeps its rules, protection none, mirror none: the deployment's are protection lock, mirror none"
            ])
    }

    @Test func `another template is named`() throws {
        let merge = try Self.merge(
            Self.batch([Self.tag("1")], template: "https://x.example/{store}{?tag}"),
            into: Self.batch([Self.tag("1")], template: "https://x.example/s/{store}"))
        #expect(
            merge.notTaken == [
                "batch b keeps its template, https://x.example/s/{store}: the deployment's is "
                    + "https://x.example/{store}{?tag}"
            ])
    }
}
