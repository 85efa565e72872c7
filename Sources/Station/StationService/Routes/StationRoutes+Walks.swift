internal import API
internal import CSV
internal import Geodesy
internal import HTTPServer
internal import Registry

extension StationRoutes {
    private static let id = RequestParameter<Int>.path("id", "the walk's number")

    var walks: [Endpoint] {
        [
            .act(
                .post, at: "/v1/walks", for: .provision,
                Endpoint.Title("Walks", "Begins a walk: tags are judged one by one, where they are"),
                run: { [station] call in
                    try await station.walks.begin(try await station.scope(of: nil), by: call.author)
                }),
            .change(
                .post, at: "/v1/walks/{id}/sightings", for: .provision,
                Endpoint.Title("Walks", "Judges a tag that was seen, and keeps the sighting"), reading: [Self.id],
                taking: WalkSighting.self,
                problems: [.station(.unknownWalk), .place(.coordinate), .place(.positionError)],
                run: { [station] call, seen in try await station.walks.see(seen, onWalk: call[Self.id]) }),
            .change(
                .post, at: "/v1/walks/{id}/end", for: .provision,
                Endpoint.Title("Walks", "Ends a walk with an audit of what was seen on it"), reading: [Self.id],
                taking: WalkEnd.self, limit: 16 << 20,
                problems: [
                    .registry(.unknownBatch), .registry(.contradiction), .station(.unknownWalk), .file(.header),
                    .file(.rows),
                    .condition(.clockBehind), .condition(.memoryShort),
                ],
                run: { [station] call, end in try await station.endWalk(call[Self.id], end, by: call.author) }),
        ]
    }
}
