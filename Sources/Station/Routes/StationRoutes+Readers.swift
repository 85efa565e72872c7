internal import API
internal import HTTPServer
internal import Registry

extension StationRoutes {
    private static let name = Parameter<ReaderName>.path("name", "the reader's name")
    private static let reader = Parameter<ReaderName?>.name("reader", "the reader, if there are several")
    private static let timeout = Parameter<Int>.query("timeout", in: 1...600, usual: 10, "seconds to wait for a tag")
    private static let after = Parameter<ChipUID?>.chip("after", "the chip that may still lie there and is passed over")

    var readers: [Endpoint] {
        [
            .get(
                "/v1/readers", .read, Endpoint.Title("Readers", "Lists the readers and how they are"),
                run: { [station] _ in ReaderList(station.readerStatuses) }),
            .change(
                .post, "/v1/readers", .administer,
                Endpoint.Title("Readers", "Adds a reader, and waits until it has answered or failed once"),
                taking: ReaderRequest.self, status: 201,
                problems: [409: ["already-exists", "too-many-readers"], 422: ["bad-connection"]]
            ) { [station] call, wanted in
                try await station.addReader(wanted.connection, name: wanted.name, by: call.author)
            },
            .act(
                .delete, "/v1/readers/{name}", .administer, Endpoint.Title("Readers", "Removes a reader"), [Self.name],
                problems: [404: ["unknown-reader"], 409: ["reader-in-use"]]
            ) { [station] call in try await station.removeReader(call[Self.name], by: call.author) },
            .act(
                .post, "/v1/readings", .provision, Endpoint.Title("Readers", "Reads the next tag on a reader"),
                [Self.reader, Self.timeout, Self.after],
                problems: [
                    404: ["unknown-reader"], 409: ["bad-uid", "no-reader", "reader-in-use", "which-reader"],
                    504: ["no-tag"],
                ]
            ) { [station] call in
                let reader = try station.jobs.readerName(call[Self.reader])
                return try await station.read(
                    reader, within: .seconds(call[Self.timeout]), after: call[Self.after])
            },
        ]
    }
}
