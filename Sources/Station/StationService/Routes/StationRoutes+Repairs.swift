internal import API
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let findings = RequestParameter<[Int]>.numbers(
        "findings", atMost: RepairPlanner.mostFindings, "the findings' numbers")
    private static let labelsTravel = RequestParameter<Bool>.flag(
        "labels-travel", "whether printed labels can be taken down whole, and are sent, too")
    private static let unplanned: [ListedProblem] = [
        .registry(.unknownFinding), .registry(.nothingToRepair), .registry(.unknownBatch), .batch(.notPrintable),
        .batch(.otherStore), .batch(.unregistered),
    ]

    var repairs: [Endpoint] {
        [
            .change(
                .post, at: "/v1/findings/{number}/assign", for: .provision,
                Endpoint.Title("Repairs", "Says who is to put a finding right"), reading: [Self.findingNumber],
                taking: AssignRequest.self, edits: .finding,
                problems: [.registry(.unknownFinding), .registry(.contradiction), .registry(.badReason)]
            ) { [station] call, wanted in
                FindingDetail(
                    try await station.assign(
                        call[Self.findingNumber], wanted, expecting: call.seen, by: call.author))
            },
            .change(
                .post, at: "/v1/findings/{number}/done", for: .provision,
                Endpoint.Title(
                    "Repairs", "Says that a finding was put right, by whom, with pictures before and after",
                    detail:
                        "The finding is resolved when an audit has seen each of its tags where it belongs; until then "
                        + "`repair.proven` lists those that were seen."),
                reading: [Self.findingNumber], taking: RepairReport.self, edits: .finding,
                problems: [
                    .registry(.unknownFinding), .registry(.contradiction), .registry(.badReason), .station(.badPicture),
                ]
            ) { [station] call, wanted in
                FindingDetail(
                    try await station.report(
                        call[Self.findingNumber], wanted, expecting: call.seen, by: call.author))
            },
            picture(.before), picture(.after),
            .get(
                "/v1/repair-orders", for: .read,
                Endpoint.Title(
                    "Repairs", "Plans the work that puts findings right: what to take down, send, print and put up"),
                reading: [Self.findings, Self.labelsTravel], problems: Self.unplanned
            ) { [station] call in
                RepairOrderAnswer(
                    try await station.repairOrder(call[Self.findings], labelsTravel: call[Self.labelsTravel]))
            },
            .change(
                .post, at: "/v1/repair-orders", for: .provision,
                Endpoint.Title(
                    "Repairs", "Makes a work order on paper: words, then the labels to print",
                    detail:
                        "Every symbol is decoded again before the order counts. Its labels are put on record; its files are "
                        + "those of a sheet (`GET /v1/sheets/{id}/pdf`)."),
                taking: RepairSheetRequest.self, status: 201,
                problems: Self.unplanned + [
                    .registry(.unknownTag), .registry(.contradiction), .station(.sheetFailed), .station(.sheetRefused),
                    .station(.tooManySheets),
                ]
            ) { [station] call, wanted in try await station.makeRepairSheet(wanted, by: call.author) },
        ]
    }

    private func picture(_ side: RepairPictures.Side) -> Endpoint {
        .content(
            "/v1/findings/{number}/pictures/\(side.rawValue)", for: .read,
            Endpoint.Title("Repairs", "Gives the picture \(side.rawValue) the work on a finding"),
            reading: [Self.findingNumber],
            answer: APIOperation.Answer(
                200, "A picture.",
                APIOperation.Content("image/jpeg", .other(["contentMediaType": .text("image/jpeg")]))),
            effect: .look, problems: [.station(.unknownRemark)]
        ) { [station] call in
            HTTPResponse(
                headers: ["Content-Type": "image/jpeg"],
                body: .bytes(try await station.picture(ofFinding: call[Self.findingNumber], side)))
        }
    }
}
