internal import API
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let importID = Parameter<Int?>.optionalNumber("import", "goes on with this import")
    private static let since = Parameter<Timestamp?>.time("since", "what was seen from this moment on")
    private static let batch = Parameter<BatchName?>.name("batch", "looks for missing tags in this batch only")
    private static let more = Parameter<Bool>.flag("more", "another piece of the file follows")

    var evidence: [Endpoint] {
        let takes = EvidenceKind.allCases.map { kind in
            Endpoint.upload(
                .post, "/v1/\(kind.rawValue)", .provision,
                Endpoint.Title(
                    "Evidence", "Keeps \(kind.rawValue): one row, many, or a file of any length",
                    "A bad row is named and left out; a row that is known is not kept twice."),
                [Self.file, Self.importID, Self.more], body: .streamed(limit: Self.evidenceLimit),
                problems: [409: ["unknown-import"], 422: ["file-header"]]
            ) { [station] call in
                try await station.evidence.take(
                    kind, file: call[Self.file] ?? kind.rawValue, import: call[Self.importID],
                    more: call[Self.more], call.pieces, by: call.author)
            }
        }
        return takes + [
            .change(
                .post, "/v1/sightings/forget", .administer,
                Endpoint.Title("Evidence", "Erases evidence of a device, before a moment, or both together"),
                taking: ForgetRequest.self, problems: [422: ["nothing-named"]],
                run: { [station] call, wanted in try await station.forget(wanted, by: call.author) })
        ]
    }

    var audits: [Endpoint] {
        [
            .change(
                .post, "/v1/audits", .provision,
                Endpoint.Title(
                    "Audits", "Audits sightings: those of the request, which are kept, or what has come in",
                    "The findings' lives move with it."),
                taking: AuditRequest.self, limit: Self.fileLimit,
                problems: [404: ["unknown-batch"], 422: ["file-header", "file-rows", "out-of-range"]],
                run: { [station] call, wanted in try await station.audit(wanted, by: call.author) }),
            .content(
                "/v1/map", .read,
                Endpoint.Title(
                    "Audits", "Shows on a map where tags were seen, and what is wrong",
                    "GeoJSON (RFC 7946): regions, tags with their verdicts, and findings, from what the history holds. "
                        + "Nothing is changed by it."),
                [Self.since, Self.batch],
                answer: APIOperation.Answer(
                    200, "A map.", APIOperation.Content("application/geo+json", .other(["type": "object"]))),
                effect: .look, problems: [404: ["unknown-batch"]]
            ) { [station] call in
                var response = try Wire.respond(
                    try await station.map(since: call[Self.since], of: call[Self.batch]))
                response.headers["Content-Type"] = "application/geo+json"
                return response
            },
        ]
    }
}
