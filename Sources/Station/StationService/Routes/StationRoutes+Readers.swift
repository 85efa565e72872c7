internal import API
internal import Chips
internal import HTTPServer
internal import Registry

extension StationRoutes {
    private static let name = RequestParameter<ReaderName>.path("name", "the reader's name")
    private static let reader = RequestParameter<ReaderName?>.name("reader", "the reader, if there are several")
    private static let timeout = RequestParameter<Int>.query(
        "timeout", in: 1...600, usual: 10, "seconds to wait for a tag")
    private static let after = RequestParameter<ChipUID?>.chip(
        "after", "the chip that may still be on the reader and is passed over")

    var readers: [Endpoint] {
        [
            .get(
                "/v1/readers", .read, Endpoint.Title("Readers", "Lists the readers and how they are"),
                run: { [station] _ in ReaderList(station.readerStatuses) }),
            .change(
                .post, "/v1/readers", .administer,
                Endpoint.Title("Readers", "Adds a reader, and waits until it has answered or failed once"),
                taking: ReaderRequest.self, status: 201,
                problems: [.registry(.alreadyExists), .station(.tooManyReaders), .station(.badConnection)]
            ) { [station] call, wanted in
                try await station.addReader(wanted.connection, name: wanted.name, by: call.author)
            },
            .act(
                .delete, "/v1/readers/{name}", .administer, Endpoint.Title("Readers", "Removes a reader"), [Self.name],
                problems: [.registry(.unknownReader), .station(.readerInUse)]
            ) { [station] call in try await station.removeReader(call[Self.name], by: call.author) },
            .act(
                .post, "/v1/readings", .provision, Endpoint.Title("Readers", "Reads the next tag on a reader"),
                [Self.reader, Self.timeout, Self.after],
                problems: [
                    .registry(.unknownReader), .station(.noReader), .station(.readerInUse), .station(.whichReader),
                    .station(.noTag),
                ]
            ) { [station] call in
                let reader = try station.jobs.readerName(call[Self.reader])
                return try await station.read(
                    reader, within: .seconds(call[Self.timeout]), after: call[Self.after])
            },
        ]
    }
}
