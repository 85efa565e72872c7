internal import API
package import HTTPMessages
package import HTTPServer
internal import OpenAPI
internal import Registry
internal import Synchronization

/// The HTTP API of a station, under `/v1`, and its description.
package struct StationRoutes: Sendable {
    let station: Station
    private let web: WebRules

    /// Files of deployments and batches are larger than other bodies, and kept whole: 64 MiB.
    static let fileLimit = 64 << 20
    /// Sightings and confirmations are read piece by piece: 16 GiB.
    static let evidenceLimit = 16 << 30

    /// What holds for every answer that does not say otherwise: no page may show it, keep it, or take it for another
    /// type than it is.
    package static let commonHeaders: HTTPHeaders = [
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
        "X-Frame-Options": "DENY",
    ]

    package init(_ station: Station, web: WebRules = WebRules()) {
        self.station = station
        self.web = web
    }

    package var router: HTTPRouter { EndpointService(station: station, web: web).route(endpoints + [self.description]) }

    /// Everything that the API can be asked for.
    var endpoints: [Endpoint] {
        status + stores + experiences + batches + tags + deletions + sheets + evidence + audits
            + findings + walks + phones + remarks
            + journal + access + events + health + ownEndpoints
    }

    /// A station has readers, and perhaps a hub; a hub has stations, and lists of readers that are empty.
    private var ownEndpoints: [Endpoint] {
        station.stations == nil ? readers + jobs + hub : (readers + jobs).filter { $0.method == .get } + stations
    }

    /// The description describes itself, too.
    private var description: Endpoint {
        let text = Mutex<[UInt8]?>(nil)
        let answer = APIOperation.Answer(
            200, "An OpenAPI document.", APIOperation.Content("application/json", .other(["type": "object"])))
        return .content(
            "/openapi.json", for: nil, Endpoint.Title("Station", "Describes this API"), answer: answer, effect: .look
        ) { _ in
            .json(
                try text.withLock { text in
                    if let text { return text }
                    let made = try Wire.bytes(Description.document(of: endpoints + [self.description]))
                    text = made
                    return made
                })
        }
    }
}
