internal import API
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let tag = RequestParameter<TagID?>.name("tag", "those on what this tag carries")
    private static let finding = RequestParameter<Int?>.optionalNumber("finding", "those on the tags of this finding")
    private static let number = RequestParameter<Int>.path("number", "the remark's number")

    var remarks: [Endpoint] {
        [
            .get(
                "/v1/remarks", for: .read,
                Endpoint.Title(
                    "Evidence", "Lists notes and pictures of scans, the newest \(RemarkList.limit)",
                    detail: "Phones send them with what they saw (`POST /v1/walk/sightings`)."),
                reading: [Self.tag, Self.finding],
                problems: [.registry(.unknownTag), .registry(.unknownFinding)],
                run: { [station] call in try await station.remarks(tag: call[Self.tag], finding: call[Self.finding]) }),
            .content(
                "/v1/remarks/{number}/picture", for: .read,
                Endpoint.Title("Evidence", "Gives the picture of a scan: the code and what is close around it"),
                reading: [Self.number],
                answer: APIOperation.Answer(
                    200, "A picture.",
                    APIOperation.Content("image/jpeg", .other(["contentMediaType": .text("image/jpeg")]))),
                effect: .look, problems: [.station(.unknownRemark)]
            ) { [station] call in
                HTTPResponse(
                    headers: ["Content-Type": "image/jpeg"],
                    body: .bytes(try await station.picture(ofRemark: call[Self.number])))
            },
        ]
    }
}
