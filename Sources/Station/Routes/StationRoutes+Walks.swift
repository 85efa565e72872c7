internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    private static let id = Parameter<Int>.path("id", "the walk's number")

    var walks: [Endpoint] {
        [
            .act(
                .post, "/v1/walks", .provision,
                Endpoint.Title("Walks", "Begins a walk: tags are judged one by one, where they are"),
                run: { [station] _ in await station.walks.begin(try await station.scope(of: nil)) }),
            .change(
                .post, "/v1/walks/{id}/sightings", .provision,
                Endpoint.Title("Walks", "Judges a tag that was seen, and keeps the sighting"), [Self.id],
                taking: WalkSighting.self, problems: [404: ["unknown-walk"], 422: ["coordinate", "position-error"]],
                run: { [station] call, seen in try await station.walks.see(seen, onWalk: call[Self.id]) }),
            .change(
                .post, "/v1/walks/{id}/end", .provision,
                Endpoint.Title("Walks", "Ends a walk with an audit of what was seen on it"), [Self.id],
                taking: WalkEnd.self, limit: 16 << 20,
                problems: [404: ["unknown-batch", "unknown-walk"], 422: ["file-header", "file-rows"]],
                run: { [station] call, end in try await station.endWalk(call[Self.id], end, by: call.author) }),
        ]
    }
}
