internal import API
public import HTTPServer
internal import Registry
internal import UnixSystem

/// The HTTP API of a station, under `/v1`.
public struct StationRoutes: Sendable {
    let station: Station

    /// Files of deployments and sightings are larger than other bodies: 256 MiB.
    static let fileLimit = 256 << 20

    public init(_ station: Station) {
        self.station = station
    }

    public var router: HTTPRouter {
        var router = HTTPRouter()
        router.on(.get, "/healthz") { _ in .text("ok\n") }
        addStores(to: &router)
        addBatches(to: &router)
        addReaders(to: &router)
        addJobs(to: &router)
        addAudits(to: &router)
        addHistory(to: &router)
        addWalks(to: &router)
        addJournal(to: &router)
        return router
    }

    /// Answers a request, and turns an error of any room into the problem that it is for a client.
    func answering(
        _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) -> HTTPRouter.Handler {
        { request in
            do {
                return try await handler(request)
            } catch {
                throw StationError(error)?.problem ?? error
            }
        }
    }

    /// Who asks, for the journal: the user at the other end of the socket.
    func author(of request: HTTPRequest) -> Author {
        Author(station: station.name, actor: request.peer?.userName ?? "unknown")
    }
}
