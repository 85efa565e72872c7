internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    func addReaders(to router: inout HTTPRouter) {
        let station = station
        router.on(
            .get, "/v1/readers",
            handler: answering { _ in try Wire.respond(ReaderList(station.readerStatuses)) })
        router.on(
            .post, "/v1/readers",
            handler: answering { request in
                let wanted = try Wire.read(ReaderRequest.self, from: request)
                let status = try await station.addReader(
                    wanted.connection, name: wanted.name, by: author(of: request))
                return try Wire.respond(status, status: 201)
            })
        router.on(
            .delete, "/v1/readers/{name}",
            handler: answering { request in
                let name: ReaderName = try Wire.identifier("name", of: request)
                return try Wire.respond(try await station.removeReader(name, by: author(of: request)))
            })
        router.on(
            .post, "/v1/readings",
            handler: answering { request in
                let name: ReaderName? = try Wire.optionalIdentifier("reader", of: request)
                let seconds = try Wire.number("timeout", of: request, in: 1...600, or: 10)
                let reader = try station.jobs.readerName(name)
                let last = request.queryValue("after").flatMap { ChipUID($0) }
                return try Wire.respond(
                    try await station.read(reader, within: .seconds(seconds), after: last))
            })
    }
}
