internal import API
internal import Checkpoints
internal import Grants
internal import HTTPServer
internal import OpenAPI
internal import Registry

/// What a hub offers its stations, and the people who look after them.
extension StationRoutes {
    private static let group = "Stations"
    private static let name = RequestParameter<StationName>.path("name", "the station's name")
    private static let chain = RequestParameter<ChainName>.chainInPath("chain", "the station's chain")

    /// One entry as large as they may be goes alone. Its payload is JSON within JSON, where a character becomes two at most;
    /// and there is the rest of the entry.
    private static let largestUpload = 2 * ChainUpload.largestPayload + (1 << 20)

    private static let after = RequestParameter<String?>.text(
        "after", "`mark` of the page before; left out for everything")
    private static let settled = RequestParameter<Bool>.flag("settled", "settled ones as well")
    private static let conflict = RequestParameter<Int>.path("number", "the conflict's number")

    /// Nothing for a station.
    var stations: [Endpoint] { station.stations.map { people($0) + calls($0) } ?? [] }

    private func people(_ stations: StationCalls) -> [Endpoint] {
        [
            .get(
                "/v1/stations", for: .read, Endpoint.Title(Self.group, "Lists the stations of the hub"),
                run: { _ in try await stations.list() }),
            .change(
                .post, at: "/v1/invitations", for: .administer,
                Endpoint.Title(Self.group, "Makes a secret with which one station may enrol; it is shown this once"),
                taking: InvitationRequest.self, status: 201,
                effect: .secretChange(
                    lost: "make another invitation for the name, which ends this one: waymark hub invite NAME"),
                problems: [.station(.outOfRange), .registry(.badName), .registry(.alreadyExists)],
                run: { call, request in try await stations.invite(request, by: call.author) }),
            .change(
                .post, at: "/v1/stations/{name}/loss", for: .administer,
                Endpoint.Title(
                    Self.group, "Declares that a station does not come back",
                    detail: "What it holds and has not written gets fresh identifiers."),
                reading: [Self.name], taking: StatedCause.self,
                problems: [.grant(.unknownStation), .registry(.badReason)],
                run: { call, cause in try await stations.declareLost(call[Self.name], cause, by: call.author) }),
            .change(
                .post, at: "/v1/eras", for: .administer,
                Endpoint.Title(
                    Self.group, "Says that the hub may have forgotten something",
                    detail: "Few tags are granted until every station was heard."),
                taking: StatedCause.self, status: 201, problems: [.registry(.badReason)],
                run: { call, cause in try await stations.beginEra(cause, by: call.author) }),
            .act(
                .post, at: "/v1/renewals", for: .administer,
                Endpoint.Title(Self.group, "Gives planned tags that no station holds fresh identifiers"),
                run: { call in try await stations.renewPlans(by: call.author) }),
            .get(
                "/v1/conflicts", for: .read,
                Endpoint.Title(
                    Self.group, "Lists entries of stations that contradict the hub",
                    detail: "Open ones first; of these and of settled ones the newest first."),
                reading: [Self.settled],
                run: { call in try await stations.conflicts(withSettled: call[Self.settled]) }),
            .change(
                .post, at: "/v1/conflicts/{number}/settlement", for: .administer,
                Endpoint.Title(
                    Self.group, "Says that a conflict was looked at, and needs nothing any more",
                    detail: "No tag is moved by it. One that is settled already stays as it is."),
                reading: [Self.conflict], taking: StatedCause.self,
                problems: [.grant(.unknownConflict), .registry(.badReason)],
                run: { call, cause in
                    try await stations.settle(conflict: call[Self.conflict], cause, by: call.author)
                }),
        ]
    }

    private func calls(_ stations: StationCalls) -> [Endpoint] {
        [
            .change(
                .post, at: "/v1/stations", for: nil,
                Endpoint.Title(Self.group, "Enrols a station that has the secret of an invitation"),
                taking: EnrolmentRequest.self, limit: 1 << 14, status: 201,
                effect: .secretChange(
                    lost: "enrol with another invitation; at the hub: waymark hub invite NAME"),
                problems: [.grant(.unknownInvitation), .grant(.badEntries), .station(.tooManyAttempts)],
                run: { _, request in try await stations.enrol(request) }),
            .change(
                .put, at: "/v1/stations/self", for: .station,
                Endpoint.Title(
                    Self.group, "Says how a station is, and hears what the hub has of it",
                    detail: "With `proof`, the answer has what `POST /v1/chains/{chain}/proofs` has."),
                taking: StationReport.self, limit: 1 << 14, effect: .session,
                problems: [.grant(.unknownStation), .grant(.otherMachine), .checkpoint(.logDamaged)],
                run: { call, report in try await stations.report(report, by: call.caller) }),
            .change(
                .post, at: "/v1/chains/{chain}/entries", for: .station,
                Endpoint.Title(Self.group, "Appends entries of a station's journal to its chain"),
                reading: [Self.chain], taking: EntriesUpload.self, limit: Self.largestUpload, effect: .session,
                problems: [.grant(.unknownStation), .grant(.headMoved), .grant(.badEntries)],
                run: { call, upload in try await stations.take(upload, of: call[Self.chain], by: call.caller) }),
            .change(
                .post, at: "/v1/grants", for: .station,
                Endpoint.Title(
                    Self.group, "Asks for the right to write tags of a batch, or the tag of a chip",
                    detail: "The same request again has the same answer."),
                taking: GrantRequest.self, limit: 1 << 12, effect: .session,
                problems: [.grant(.unknownStation), .grant(.emptyRequest), .registry(.unknownBatch)],
                run: { call, request in try await stations.answer(request, by: call.caller) }),
            .change(
                .post, at: "/v1/chains/{chain}/proofs", for: .station,
                Endpoint.Title(
                    Self.group, "Proves to a station that the hub's past has not changed",
                    detail:
                        "A signed checkpoint over the heads of all chains, and that it continues the one the station knows."
                ),
                reading: [Self.chain], taking: ProofWanted.self, limit: 1 << 12, effect: .session,
                problems: [.grant(.unknownStation), .checkpoint(.logDamaged), .checkpoint(.outsideLog)],
                run: { call, wanted in try await stations.prove(wanted, to: call[Self.chain], by: call.caller) }),
            .get(
                "/v1/chains/{chain}/documents", for: .station,
                Endpoint.Title(Self.group, "Gives a station what the tags need that it holds, as it is now"),
                reading: [Self.chain], problems: [.grant(.unknownStation)],
                run: { call in try await stations.documents(of: call[Self.chain], by: call.caller) }),
            .get(
                "/v1/chains/{chain}/documents/page", for: .station,
                Endpoint.Title(
                    Self.group, "Gives a station a page of what its tags need, as far as that has changed",
                    detail: "A mark that means nothing to the hub any more begins anew with everything."),
                reading: [Self.chain, Self.after], problems: [.grant(.unknownStation)],
                run: { call in
                    try await stations.documents(of: call[Self.chain], after: call[Self.after], by: call.caller)
                }),
        ]
    }
}

extension RequestParameter where Value == ChainName {
    fileprivate static func chainInPath(_ name: String, _ help: String) -> RequestParameter {
        RequestParameter(
            name: name, place: .path, schema: ChainName.schema, help: help, defaultValue: nil, read: { ChainName($0) },
            expecting: "32 lower-case hexadecimal digits")
    }
}
