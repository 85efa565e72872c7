internal import API
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let photograph = RequestParameter<String?>.text("file", "the file's name, for messages")
    private static let phone = RequestParameter<TokenName>.path("name", "the phone's name")

    var phones: [Endpoint] {
        [
            .get(
                "/v1/phones", for: .provision, Endpoint.Title("Phones", "Lists the phones that are paired"),
                run: { [station] _ in station.phones }),
            .change(
                .post, at: "/v1/pairings", for: .provision,
                Endpoint.Title(
                    "Phones", "Makes the code that pairs one phone; it is shown this once",
                    detail: "It is good once, for five minutes, as long as the token or session that made it."),
                taking: PairingRequest.self, status: 201,
                effect: .secretChange(lost: "make another code: waymark phone pair, or the console's page of phones"),
                problems: [
                    .registry(.alreadyExists), .registry(.badDays), .registry(.badScope), .registry(.sharedStore),
                    .registry(.unknownStore), .station(.outOfRange), .station(.symbolFailed),
                ],
                run: { [station] call, wanted in try await station.offerPairing(wanted, call) }),
            .session(
                .post, at: "/v1/walk/session",
                Endpoint.Title("Phones", "Lets a phone in that has scanned a code"),
                taking: SessionRequest.self,
                problems: [
                    .registry(.alreadyExists), .registry(.badName), .station(.badPairing), .station(.tooManyAttempts),
                ],
                run: { [station] call in try await station.pair(call) }),
            .session(
                .delete, at: "/v1/walk/session", Endpoint.Title("Phones", "Ends the pairing of the phone that asks"),
                run: { [station] call in await station.logOut(call, of: .walk) }),
            .act(
                .delete, at: "/v1/phones/{name}", for: .provision,
                Endpoint.Title("Phones", "Revokes a phone at once"), reading: [Self.phone],
                problems: [.registry(.unknownToken)],
                run: { [station] call in try await station.revokePhone(call[Self.phone], by: call.author) }),
            .get(
                "/v1/walk/pack", for: .walk,
                Endpoint.Title(
                    "Phones", "Gives a phone what its walk needs",
                    detail: "Stores, regions and tags of its own walk, and the numbers that a verdict rests on."),
                problems: [.station(.noWalk)],
                run: { [station] call in try await station.walkPack(call) }),
            .change(
                .post, at: "/v1/walk/sightings", for: .walk,
                Endpoint.Title(
                    "Phones", "Keeps what a phone saw on its walk",
                    detail: "A row that is known is not kept twice; a bad row is named and left out."),
                taking: WalkUpload.self, limit: 4 << 20,
                problems: [
                    .registry(.contradiction), .station(.noWalk), .station(.outOfRange), .station(.tooManyUploads),
                ],
                run: { [station] call, upload in try await station.takeWalk(upload, call) }),
            .conversion(
                "/v1/walk/photographs", for: .walk,
                Endpoint.Title(
                    "Phones", "Keeps what is on photographs that a phone has taken",
                    detail:
                        "A photograph, or a ZIP of them, is read as by `POST /v1/sightings/conversions`; the rows are kept as this "
                        + "phone's, the pictures are not."),
                reading: [Self.photograph], limit: ConvertedSightings.fileLimit,
                problems: [
                    .registry(.contradiction), .station(.noWalk), .station(.sightingsRefused),
                    .station(.tooManyConversions),
                    .station(.tooManyUploads),
                ], refusingEarly: refuseFileEarly,
                run: { [station] call in
                    try await station.takeWalkPhotographs(call[Self.photograph] ?? "the photograph", call)
                }),
        ]
    }
}
