internal import Console
package import HTTPServer
package import Logging
package import StationService
internal import WalkPage

extension WebServer {
    /// Connections at a time, on each address. Clients that only listen for events take half of them at most.
    private static let connectionLimit = 4_096

    /// API, console and page of walks of a station or a hub. `folder`: where large bodies are kept while they are read.
    package static func of(
        _ station: Station, _ access: Access, bodiesIn folder: String, metrics: StationMetrics, logger: Logger
    ) throws -> WebServer {
        var configuration = Configuration()
        configuration.onFailure = { request, error in
            logger.error("a request failed", metadata: ["method": request.method.rawValue, "error": "\(error)"])
        }
        configuration.commonHeaders = StationRoutes.commonHeaders
        configuration.connectionLimit = connectionLimit
        configuration.connectionsPerPeer = connectionLimit / 4
        configuration.bodies.folder = folder
        configuration.onAnswer = { metrics.note($0) }
        var router = StationRoutes(station, web: access.web).router
        let admission: HTTPRouter.Admission = { [rules = access.web] request throws(Problem) in
            try rules.check(request)
            return nil
        }
        try ConsolePages().add(to: &router, admission: admission)
        try WalkPages().add(to: &router, admission: admission)
        return WebServer(router: router, configuration: configuration)
    }
}
