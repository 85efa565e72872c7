internal import API
internal import Chips
internal import HTTPServer
internal import Registry

extension StationRoutes {
    static let tagID = RequestParameter<TagID>.path("id", "the tag's identifier")
    private static let batch = RequestParameter<BatchName?>.name("batch", "those of this batch")
    private static let store = RequestParameter<StoreName?>.name("store", "those of this store")
    private static let deployment = RequestParameter<DeploymentName?>.name(
        "deployment", "those of stores of this deployment")
    private static let state = RequestParameter<TagState?>.choice("state", "those in this state")
    private static let medium = RequestParameter<Medium?>.choice("medium", "those of this medium")
    private static let uid = RequestParameter<ChipUID?>.chip("uid", "the one on this chip")
    private static let url = RequestParameter<String?>.text("url", atMost: 2_000, "those that are to carry this URL")

    /// Whether it is known where a tag was put up.
    enum Commissioned: String, CaseIterable, Sendable {
        case yes
        case no
    }

    private static let commissioned = RequestParameter<Commissioned?>.choice(
        "commissioned", "those whose position was noted when they were put up, or those that still hang nowhere")

    var tags: [Endpoint] {
        [
            .get(
                "/v1/tags", for: .read, Endpoint.Title("Tags", "Lists the tags of all batches by identifier"),
                reading: Paging.parameters + [
                    Self.text, Self.batch, Self.store, Self.deployment, Self.state, Self.medium, Self.uid, Self.url,
                    Self.commissioned,
                ],
                problems: Paging.problems
            ) { [station] call in
                let filter = TagFilter(
                    batch: call[Self.batch], store: call[Self.store], deployment: call[Self.deployment],
                    state: call[Self.state],
                    medium: call[Self.medium], uid: call[Self.uid], url: call[Self.url],
                    isCommissioned: call[Self.commissioned].map { $0 == .yes }, text: call[Self.text])
                let (tags, next) = try await Paging.page(call, \Tag.id.text) { page in
                    try await station.queries.tags(filter, page)
                }
                return TagList(tags, next: next)
            },
            .get(
                "/v1/tags/{id}", for: .read, Endpoint.Title("Tags", "Shows a tag and what the journal says about it"),
                reading: [Self.tagID], problems: [.registry(.unknownTag)],
                run: { [station] call in try await station.detail(of: call[Self.tagID]) }),
            release("replace", retires: false, "Frees a tag's identifier for another chip or label"),
            release("retire", retires: true, "Takes a tag out of service; its identifier is never given out again"),
        ]
    }

    private func release(_ action: String, retires: Bool, _ summary: String) -> Endpoint {
        .change(
            .post, at: "/v1/tags/{id}/\(action)", for: .provision, Endpoint.Title("Tags", summary),
            reading: [Self.tagID], taking: ReplaceRequest.self, edits: .tag,
            problems: [.registry(.unknownTag), .registry(.contradiction), .registry(.badReason)]
        ) { [station] call, request in
            try await station.release(
                call[Self.tagID], retire: retires, reason: request.reason, expecting: call.seen, by: call.author)
        }
    }
}
