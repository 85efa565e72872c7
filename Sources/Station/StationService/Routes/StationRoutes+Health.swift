internal import API
internal import HTTPMessages
internal import HTTPServer
internal import Metrics
internal import OpenAPI
internal import Registry

/// How the station is, for those who watch over machines.
extension StationRoutes {
    var health: [Endpoint] {
        let document = APIOperation.Content("application/json", .other(["type": "object"]))
        return [
            // 503: load balancers and supervisors learn from it that the station cannot do its work.
            .content(
                "/healthz", for: nil,
                Endpoint.Title(
                    "Station", "Says how the station is: ok, warning, or failing (503)",
                    detail: "The conditions are explained in docs/operations.md."),
                answer: APIOperation.Answer(200, "The station does its work.", document),
                or: [APIOperation.Answer(503, "The station cannot do its work.", document)]
            ) { [station] _ in
                let health = await station.health()
                return try Wire.respond(health, status: health.status == .failing ? 503 : 200)
            },
            .content(
                "/metrics", for: .read, Endpoint.Title("Station", "Tells the station's figures to Prometheus"),
                answer: APIOperation.Answer(
                    200, "Prometheus' text format.", APIOperation.Content("text/plain", .text()))
            ) { [station] _ in
                HTTPResponse(
                    headers: ["Content-Type": MetricStore.contentType],
                    body: .bytes(Array(try await station.exposition().utf8)))
            },
        ]
    }
}
