internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addStores(to router: inout HTTPRouter) {
        let station = station
        router.on(.get, "/v1/status", handler: answering { _ in try Wire.respond(try await station.status()) })
        router.on(
            .get, "/v1/stores",
            handler: answering { _ in try Wire.respond(StoreList(try await station.storage.stores())) })
        router.on(
            .post, "/v1/stores", bodyLimit: Self.fileLimit,
            handler: answering { request in
                try Wire.respond(
                    try await station.importStores(
                        request.body, file: request.queryValue("file") ?? "stores", by: author(of: request)))
            })
        router.on(
            .post, "/v1/experiences", bodyLimit: Self.fileLimit,
            handler: answering { request in
                try Wire.respond(
                    try await station.importExperiences(
                        request.body, file: request.queryValue("file") ?? "experiences", by: author(of: request)))
            })
        router.on(
            .get, "/v1/experiences/match",
            handler: answering { request in
                try Wire.respond(try await station.match(request.queryValue("url") ?? ""))
            })
        router.on(
            .get, "/v1/registry",
            handler: answering { _ in try Wire.respond(try await station.holdings()) })
        router.on(
            .post, "/v1/deployments", bodyLimit: Self.fileLimit,
            handler: answering { request in
                let deployment = try Wire.read(DeploymentRequest.self, from: request)
                return try Wire.respond(try await station.load(deployment, by: author(of: request)))
            })
    }
}
