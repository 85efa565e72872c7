internal import API
internal import AppClips
internal import Geodesy
internal import Grants
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// A station under a hub. What comes from the hub is handed over by the program that talks to it.
extension StationRoutes {
    private static let request = RequestParameter<Int>.path("request", "the number of the station's request")
    private static let group = "Hub"

    private static let notJoined: [ListedProblem] = [.grant(.notJoined), .grant(.chainEnded)]
    /// Of what the hub says of stores, experiences and batches, by the types of the documents and by the journal.
    private static let documents: [ListedProblem] = [
        .registry(.contradiction), .registry(.alreadyExists), .registry(.badName), .registry(.unknownStore),
        .registry(.unknownBatch), .registry(.badFile), .registry(.badDeployment), .registry(.sharedStore),
        .registry(.regionMoves), .url(.url), .url(.template), .url(.values), .url(.card), .place(.coordinate),
        .place(.region), .place(.positionError),
    ]

    var hub: [Endpoint] {
        [
            .get(
                "/v1/hub", for: .read,
                Endpoint.Title(Self.group, "Says whether the station is under a hub, and what it holds"),
                run: { [station] _ in try await station.hubStatus() }),
            .change(
                .post, at: "/v1/hub", for: .administer,
                Endpoint.Title(Self.group, "Notes that the station has enrolled at a hub"),
                taking: HubMembership.self, status: 201,
                problems: [.registry(.contradiction), .grant(.alreadyJoined), .grant(.notJoined)],
                run: { [station] call, wanted in try await station.join(wanted, by: call.author) }),
            .change(
                .post, at: "/v1/hub/departure", for: .administer,
                Endpoint.Title(
                    Self.group, "Leaves the hub: planned tags go back, nothing of the hub's is written any more"),
                taking: HubLeaving.self, problems: [.registry(.contradiction), .grant(.notJoined)],
                run: { [station] call, leaving in try await station.leaveHub(leaving.reason, by: call.author) }),
            .change(
                .post, at: "/v1/hub/requests", for: .provision,
                Endpoint.Title(Self.group, "Asks the hub for the right to write tags of a batch"),
                taking: GrantWanted.self, status: 201,
                problems: [.station(.outOfRange), .grant(.unknownGrant)] + Self.notJoined,
                run: { [station] call, wanted in try await station.ask(for: wanted, by: call.author) }),
            .change(
                .post, at: "/v1/hub/loans", for: .provision,
                Endpoint.Title(
                    Self.group, "Asks the hub for the tag of a chip that another station has written",
                    detail: "A chip that is asked for already has the same request."),
                taking: ChipNamed.self, status: 201,
                problems: [.grant(.tagHeld), .grant(.unknownGrant)] + Self.notJoined,
                run: { [station] call, chip in try await station.borrow(chip.uid, by: call.author) }),
            .change(
                .post, at: "/v1/hub/returns", for: .provision,
                Endpoint.Title(
                    Self.group, "Gives the right to write a chip's tag back to the hub; the tag stays on the chip"),
                taking: ChipNamed.self,
                problems: [
                    .registry(.contradiction), .grant(.tagNotHeld), .grant(.tagNotWritten), .grant(.unknownGrant),
                ] + Self.notJoined,
                run: { [station] call, chip in try await station.passOn(chip.uid, by: call.author) }),
            .change(
                .post, at: "/v1/hub/refusals", for: .administer,
                Endpoint.Title(Self.group, "Notes that the hub does not lend the tag of a chip"),
                taking: LoanRefused.self, problems: [.grant(.unknownGrant)] + Self.notJoined,
                run: { [station] call, refused in try await station.refuse(refused, by: call.author) }),
            .act(
                .delete, at: "/v1/hub/requests/{request}", for: .provision,
                Endpoint.Title(
                    Self.group, "Ends a request",
                    detail: "What was not answered is not taken any more; planned tags that came with it go back."),
                reading: [Self.request],
                problems: [
                    .registry(.contradiction), .grant(.unknownGrant), .grant(.tagWritten), .grant(.tagNotHeld),
                ] + Self.notJoined,
                run: { [station] call in try await station.endRequest(call[Self.request], by: call.author) }),
            .change(
                .post, at: "/v1/hub/answers", for: .administer,
                Endpoint.Title(
                    Self.group, "Takes the hub's answer to a request; one that comes late or twice changes nothing"),
                taking: GrantArrival.self, limit: Self.fileLimit,
                problems: Self.documents + [.grant(.unknownGrant)] + Self.notJoined,
                run: { [station] call, arrival in try await station.take(arrival, by: call.author) }),
            .change(
                .put, at: "/v1/hub/era", for: .administer,
                Endpoint.Title(Self.group, "Adopts the hub's era: requests that wait are void"),
                taking: EraAdoption.self, problems: Self.notJoined,
                run: { [station] call, adoption in try await station.adopt(adoption, by: call.author) }),
            .change(
                .put, at: "/v1/hub/documents", for: .administer,
                Endpoint.Title(
                    Self.group, "Takes stores, experiences, deployments and batches as the hub has them now"),
                taking: HubDocuments.self, limit: Self.fileLimit,
                problems: Self.documents + Self.notJoined,
                run: { [station] call, documents in try await station.receive(documents, by: call.author) }),
        ]
    }
}
