internal import API
internal import HTTPServer
internal import Registry

/// What nothing uses can be deleted.
extension StationRoutes {
    private static let store = RequestParameter<StoreName>.path("id", "the store's identifier")
    private static let deployment = RequestParameter<DeploymentName?>.name(
        "deployment", "the store's deployment; needed where several have one of this identifier")
    private static let url = RequestParameter<String>.requiredText("url", atMost: 2_048, "the experience's URL")

    var deletions: [Endpoint] {
        [
            .act(
                .delete, at: "/v1/batches/{name}", for: .provision,
                Endpoint.Title("Batches", "Deletes a batch whose tags were never on a chip or a label"),
                reading: [Self.batchName], edits: .batch,
                problems: [.registry(.unknownBatch), .batch(.batchInWork), .registry(.contradiction)],
                run: { [station] call in
                    try await station.deleteBatch(call[Self.batchName], expecting: call.seen, by: call.author)
                }),
            .act(
                .delete, at: "/v1/tags/{id}", for: .provision,
                Endpoint.Title(
                    "Tags", "Deletes a tag that was never on a chip or a label; its identifier is free again"),
                reading: [Self.tagID], edits: .tag,
                problems: [.registry(.unknownTag), .batch(.batchInWork), .registry(.contradiction)],
                run: { [station] call in
                    try await station.deleteTag(call[Self.tagID], expecting: call.seen, by: call.author)
                }),
            .act(
                .delete, at: "/v1/stores/{id}", for: .administer,
                Endpoint.Title("Stores", "Deletes a store that no tag and no experience is for"),
                reading: [Self.store, Self.deployment],
                problems: [.registry(.unknownStore), .registry(.contradiction), .registry(.sharedStore)],
                run: { [station] call in
                    try await station.deleteStore(call[Self.store], of: call[Self.deployment], by: call.author)
                }),
            .act(
                .delete, at: "/v1/experiences", for: .administer,
                Endpoint.Title("Experiences", "Deletes an experience that no tag opens"), reading: [Self.url],
                problems: [.registry(.unknownExperience), .registry(.contradiction)],
                run: { [station] call in try await station.deleteExperience(call[Self.url], by: call.author) }),
        ]
    }
}
