import API
import ArgumentParsing
import Faults
import GPS
import Geodesy
import Registry
import UnixSystem

/// Where this machine is: a person says it, or gpsd does.
enum PositionSource {
    case stated(Coordinate)
    case measured(GPSDClient)

    static let gpsd = Option.optional(
        "gpsd", .text, valueName: "HOST:PORT", help: "ask this gpsd where we are (usually localhost:2947)")

    /// How long a first fix may take.
    static let patience = Duration.seconds(30)

    static func asking(_ address: String?) throws -> GPSDClient {
        guard let address else {
            return try GPSDClient(host: GPSDClient.usualAddress.host, port: GPSDClient.usualAddress.port)
        }
        let colon = address.lastIndex(of: ":")
        let host = colon.map { String(address[..<$0]) } ?? address
        let port = colon.map { String(address[address.index(after: $0)...]) } ?? GPSDClient.usualAddress.port
        guard !host.isEmpty, UInt16(port) != nil else {
            throw UsageError(
                message: "\(address) is not a gpsd", reason: "it is not of the form HOST:PORT",
                next: "name it like localhost:2947")
        }
        return try GPSDClient(host: host, port: port)
    }

    /// `STORE`, or `LAT,LON`.
    static func stated(_ text: String, _ client: WaymarkClient) async throws -> PositionSource {
        if let place = Coordinate(text) { return .stated(place) }
        let named = try await client.stores().stores.filter { $0.id.text == text }
        guard Set(named.map(\.region)).count <= 1 else {
            throw UsageError(
                message: "this place is not certain", reason: "\(named.count) deployments have a store \(text)",
                next: "say where you are: --at LAT,LON")
        }
        guard let store = named.first else {
            throw UsageError(
                message: "this place is not known", reason: "\(text) is neither a store nor LAT,LON",
                next: "see: waymark store list")
        }
        guard let region = store.region else {
            throw UsageError(
                message: "this place is not known", reason: "\(store.name) roams, it has no place",
                next: "say where you are: --at LAT,LON")
        }
        return .stated(region.centre)
    }

    /// The place, and the radius of the circle that holds it with ``GPSFix/confidence``: 0 when a person says it.
    /// While waiting for a fix, shows why there is none yet.
    func now(within limit: Duration) async throws -> GPSFix {
        switch self {
        case .stated(let place): GPSFix(place: place, accuracy: 0)
        case .measured(let client):
            try await client.fix(within: limit) { error in
                Terminal.note("waiting for a fix: \(error.reason)\nnext: \(error.next)")
            }
        }
    }
}
