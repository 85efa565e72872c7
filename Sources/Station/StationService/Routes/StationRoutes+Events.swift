internal import API
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let topics = RequestParameter<Set<EventTopic>>.choices(
        "topics", default: Set(EventTopic.allCases), "what to tell (default: everything)")

    var events: [Endpoint] {
        [
            .content(
                "/v1/events", for: .read,
                Endpoint.Title(
                    "Events", "Tells what happens at the station",
                    detail: """
                        A stream begins with `reset`: load what you show, what follows comes on top of it. One that names \
                        the last event that it has seen (`Last-Event-ID`) continues after that without a `reset`, as long as \
                        all that it has missed is kept. Kinds: `reader`, `reader-removed`, `tag`, `batch`, `job`, `entry`. It \
                        ends with the token or session that it was opened with.
                        """),
                reading: [Self.topics], answer: Self.eventStream, problems: [.station(.tooManyStreams)]
            ) { [station] call in
                let last = call.request.headers["Last-Event-ID"]
                let lease = station.lease(of: call)
                guard let stream = station.events.hub.stream(call[Self.topics], after: last, for: lease) else {
                    throw StationError(
                        .tooManyStreams, "the stream ends here",
                        why: "\(EventHub.streamLimit) clients listen already", next: "close other pages and programs")
                }
                return .events(stream)
            }
        ]
    }
}
