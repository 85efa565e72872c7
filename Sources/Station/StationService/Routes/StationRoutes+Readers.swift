internal import API
internal import Chips
internal import HTTPServer
internal import NFCTags
internal import Provisioning
internal import Registry

extension StationRoutes {
    private static let name = RequestParameter<ReaderName>.path("name", "the reader's name")
    private static let reader = RequestParameter<ReaderName?>.name("reader", "the reader, if there are several")
    private static let timeout = RequestParameter<Int>.query(
        "timeout", in: 1...600, default: 10, "seconds to wait for a tag")
    private static let after = RequestParameter<ChipUID?>.chip(
        "after", "the chip that may still be on the reader and is passed over")

    /// What identifying and reading a tag comes to.
    private static let tagProblems: [ListedProblem] = [
        .tag(.unsupportedProduct), .tag(.passwordProtected), .tag(.malformedMemory), .tag(.tagLost),
        .tag(.tagChanged), .tag(.severalTags), .tag(.noAnswer), .tag(.commandRefused), .tag(.readerFailed),
    ]

    var readers: [Endpoint] {
        [
            .get(
                "/v1/readers", for: .read, Endpoint.Title("Readers", "Lists the readers and how they are"),
                run: { [station] _ in ReaderList(station.readerStatuses) }),
            .change(
                .post, at: "/v1/readers", for: .administer,
                Endpoint.Title("Readers", "Adds a reader, and waits until it has answered or failed once"),
                taking: ReaderRequest.self, status: 201,
                problems: [
                    .registry(.alreadyExists), .registry(.tooManyReaders), .registry(.unknownReader),
                    .registry(.badName), .station(.badConnection),
                ]
            ) { [station] call, wanted in
                try await station.addReader(wanted.connection, name: wanted.name, by: call.author)
            },
            .act(
                .delete, at: "/v1/readers/{name}", for: .administer, Endpoint.Title("Readers", "Removes a reader"),
                reading: [Self.name],
                problems: [.registry(.unknownReader), .job(.readerInUse)]
            ) { [station] call in try await station.removeReader(call[Self.name], by: call.author) },
            .act(
                .post, at: "/v1/readings", for: .provision, Endpoint.Title("Readers", "Reads the next tag on a reader"),
                reading: [Self.reader, Self.timeout, Self.after],
                problems: [
                    .registry(.unknownReader), .job(.noReaderAdded), .job(.readerInUse), .job(.whichReader),
                    .station(.noTag),
                ] + Self.tagProblems
            ) { [station] call in
                let reader = try station.jobs.readerName(call[Self.reader])
                return try await station.read(
                    reader, within: .seconds(call[Self.timeout]), after: call[Self.after])
            },
        ]
    }
}
