internal import API
internal import CSV
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let importID = RequestParameter<Int?>.optionalNumber("import", "continues this import")
    private static let audit = RequestParameter<Int?>.optionalNumber(
        "audit", "the audit that the file is for (`POST /v1/audits/drafts`)")
    private static let draft = RequestParameter<Int>.path("id", "the audit's number")
    private static let since = RequestParameter<Timestamp?>.time("since", "what was seen from this moment on")
    private static let batch = RequestParameter<BatchName?>.name("batch", "looks for missing tags in this batch only")
    private static let accuracy = RequestParameter<Int?>.optionalNumber(
        "accuracy", "metres, for sightings that tell no accuracy themselves")
    private static let more = RequestParameter<Bool>.flag(
        "more", "another piece of the file follows; the rows of all are kept when the last one is answered")

    var evidence: [Endpoint] {
        let takes = EvidenceKind.allCases.map { kind in
            Endpoint.upload(
                .post, at: "/v1/\(kind.rawValue)", for: kind == .confirmations ? .confirm : .provision,
                Endpoint.Title(
                    "Evidence", "Keeps \(kind.rawValue): one row, many, or a file of any length",
                    detail: "A bad row is named and left out; a row that is known is not kept twice."),
                reading: [Self.file, Self.importID, Self.more, Self.audit], body: .streamed(limit: Self.evidenceLimit),
                problems: [
                    .station(.unknownDraft), .station(.unknownImport), .file(.header), .condition(.memoryShort),
                ] + (kind == .confirmations ? [.station(.tooManyConfirmations), .station(.confirmationsTooLong)] : [])
            ) { [station] call in
                if kind == .confirmations, call.caller?.role == .confirm {
                    return try await station.confirmations.take(
                        try Self.wholeBody(of: call), announcing: call.request.announcedLength, by: call.author)
                }
                let audit: OpenAudit? =
                    if let id = call[Self.audit] { try await station.drafts.draft(id) } else { nil }
                return try await station.evidence.take(
                    kind, file: call[Self.file] ?? kind.rawValue, import: call[Self.importID],
                    more: call[Self.more], for: audit, call.pieces, by: call.author)
            }
        }
        return takes + [
            .conversion(
                "/v1/sightings/conversions", for: .provision,
                Endpoint.Title(
                    "Evidence", "Makes rows of photographs, a GPX file or another form of sightings",
                    detail:
                        "Nothing is kept: send the rows to an audit, or to `POST /v1/sightings`. The file is read by a process "
                        + "of its own that can use nothing else."),
                reading: [Self.file, Self.accuracy], limit: ConvertedSightings.fileLimit,
                problems: [.station(.sightingsRefused), .station(.tooManyConversions)], refusingEarly: refuseFileEarly
            ) { [station] call in
                try await station.sightingFiles.convert(
                    call[Self.file] ?? "the file", accuracy: call[Self.accuracy], call.incomingFile)
            },
            .change(
                .post, at: "/v1/sightings/forget", for: .administer,
                Endpoint.Title(
                    "Evidence", "Erases evidence of a device, before a moment, or both together",
                    detail: "The moment must be over. Paired phones that are meant erase the same."),
                taking: ForgetRequest.self, problems: [.registry(.nothingNamed), .station(.outOfRange)],
                run: { [station] call, wanted in try await station.forget(wanted, by: call.author) }),
        ]
    }

    /// Refuses a file that is to be converted and could not wait for that.
    var refuseFileEarly: Endpoint.EarlyRefusal {
        { [station] request, caller throws(StationError) in
            try station.sightingFiles.check(request.announcedLength, from: caller?.account ?? "")
        }
    }

    /// The body of a request that may neither go on with an import nor join an audit: both belong to others.
    private static func wholeBody(of call: OperationCall) throws -> (any BodyPieces)? {
        guard call.request.query.isEmpty else {
            throw StationError(
                .badRequest, "the confirmations were not taken",
                why:
                    "the role confirm hands in whole files, without \(call.request.query.map(\.name).joined(separator: ", "))",
                next: "send the file as the body of POST /v1/confirmations")
        }
        return call.pieces
    }

    var audits: [Endpoint] {
        [
            .change(
                .post, at: "/v1/audits", for: .provision,
                Endpoint.Title(
                    "Audits", "Audits sightings: those of the request, which are kept, or what has come in",
                    detail: "The findings' lives move with it."),
                taking: AuditRequest.self, limit: Self.fileLimit,
                problems: [
                    .registry(.unknownBatch), .registry(.contradiction), .file(.header), .file(.rows),
                    .station(.outOfRange), .station(.unknownImport), .condition(.clockBehind), .condition(.memoryShort),
                ],
                run: { [station] call, wanted in try await station.audit(wanted, by: call.author) }),
            .change(
                .post, at: "/v1/audits/drafts", for: .provision,
                Endpoint.Title(
                    "Audits", "Begins an audit of files of any length",
                    detail:
                        "They are imported next (`POST /v1/sightings`, `POST /v1/confirmations`), each with `audit` as its "
                        + "audit's number."),
                taking: AuditRequest.self, limit: Self.fileLimit,
                problems: [
                    .registry(.unknownBatch), .file(.header), .file(.rows), .station(.outOfRange),
                    .station(.unknownImport), .condition(.clockBehind), .condition(.memoryShort),
                ],
                run: { [station] call, wanted in try await station.openAudit(wanted, by: call.author) }),
            .act(
                .post, at: "/v1/audits/drafts/{id}/end", for: .provision,
                Endpoint.Title(
                    "Audits", "Audits what was imported for it", detail: "Without sightings, what has come in before."),
                reading: [Self.draft],
                problems: [
                    .registry(.unknownBatch), .registry(.contradiction), .station(.unknownDraft),
                    .condition(.clockBehind), .condition(.memoryShort),
                ],
                run: { [station] call in try await station.endAudit(call[Self.draft], by: call.author) }),
            .content(
                "/v1/map", for: .read,
                Endpoint.Title(
                    "Audits", "Shows on a map where tags were seen, and what is wrong",
                    detail:
                        "GeoJSON (RFC 7946): regions, tags with their verdicts, and findings, from what the history holds. "
                        + "Nothing is changed by it."),
                reading: [Self.since, Self.batch],
                answer: APIOperation.Answer(
                    200, "A map.", APIOperation.Content("application/geo+json", .other(["type": "object"]))),
                effect: .look, problems: [.registry(.unknownBatch), .condition(.memoryShort)]
            ) { [station] call in
                var response = try Wire.respond(
                    try await station.map(since: call[Self.since], of: call[Self.batch]))
                response.headers["Content-Type"] = "application/geo+json"
                return response
            },
        ]
    }
}
