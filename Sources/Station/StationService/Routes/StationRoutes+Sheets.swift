internal import API
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let id = RequestParameter<String>.word("id", "the sheet's identifier")
    private static let page = RequestParameter<Int>.path("page", "the page, from 1")
    private static let unknown: [ListedProblem] = [.station(.unknownSheet), .station(.fileUnreadable)]

    var sheets: [Endpoint] {
        [
            .change(
                .post, at: "/v1/batches/{name}/sheets", for: .provision,
                Endpoint.Title(
                    "Sheets", "Makes a sheet of a batch's QR labels, or a preview of one",
                    detail:
                        "Every symbol is decoded again before the sheet counts. A sheet is put on record; a preview has "
                        + "pictures only. The files are kept for a day."),
                reading: [Self.batchName], taking: SheetRequest.self, status: 201,
                problems: [
                    .registry(.unknownBatch), .registry(.unknownTag), .registry(.contradiction), .batch(.notPrintable),
                    .batch(.otherStore), .batch(.printedBefore),
                    .batch(.unregistered), .station(.sheetFailed), .station(.sheetRefused), .station(.tooManySheets),
                ]
            ) { [station] call, wanted in
                try await station.makeSheet(wanted, of: call[Self.batchName], by: call.author)
            },
            .content(
                "/v1/sheets/{id}/pdf", for: .provision,
                Endpoint.Title("Sheets", "Gives a sheet's PDF, for printing at 100 %"),
                reading: [Self.id], answer: Self.file("application/pdf"), problems: Self.unknown
            ) { [station] call in
                Self.answer(
                    try station.sheets.file(of: call[Self.id], "sheet.pdf", for: station.lease(of: call)),
                    "application/pdf", name: "\(call[Self.id]).pdf")
            },
            .content(
                "/v1/sheets/{id}/pages/{page}", for: .provision,
                Endpoint.Title("Sheets", "Gives the picture of a page"),
                reading: [Self.id, Self.page], answer: Self.file("image/png"), problems: Self.unknown
            ) { [station] call in
                Self.answer(
                    try station.sheets.picture(
                        of: call[Self.id], page: call[Self.page], for: station.lease(of: call)),
                    "image/png", name: nil)
            },
        ] + records
    }

    private static func file(_ type: String) -> APIOperation.Answer {
        APIOperation.Answer(200, "A file.", APIOperation.Content(type, .other(["contentMediaType": .text(type)])))
    }

    private static func answer(_ file: HTTPResponse.Body, _ type: String, name: String?) -> HTTPResponse {
        var headers: HTTPHeaders = ["Content-Type": type]
        if let name { headers["Content-Disposition"] = "attachment; filename=\"\(name)\"" }
        return HTTPResponse(headers: headers, body: file)
    }

    /// What others have made and printed.
    private var records: [Endpoint] {
        [
            .change(
                .post, at: "/v1/sheets", for: .provision,
                Endpoint.Title("Sheets", "Puts a sheet on record that was made"),
                taking: SheetRecord.self, limit: 16 << 20, status: 201,
                problems: [.registry(.unknownTag), .registry(.unknownBatch), .registry(.contradiction)]
            ) { [station] call, sheet in try await station.storage.record(.sheetMade(sheet), by: call.author) },
            .change(
                .post, at: "/v1/prints", for: .provision,
                Endpoint.Title("Sheets", "Puts on record that a sheet came out of a printer"),
                taking: PrintRecord.self, limit: 16 << 20, status: 201, problems: [.registry(.contradiction)]
            ) { [station] call, printed in try await station.storage.record(.sheetPrinted(printed), by: call.author) },
        ]
    }
}
