internal import API
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let name = RequestParameter<TokenName>.path("name", "the token's name")

    var access: [Endpoint] {
        [
            .get(
                "/v1/tokens", for: .administer, Endpoint.Title("Access", "Lists the tokens, without their secrets"),
                run: { [station] _ in TokenList(station.access.tokens.map(TokenDetail.init)) }),
            .change(
                .post, at: "/v1/tokens", for: .administer,
                Endpoint.Title("Access", "Makes a token; its secret is shown this once"), taking: TokenRequest.self,
                status: 201, effect: .secretChange(lost: "revoke the token and make another"),
                problems: [
                    .registry(.alreadyExists), .registry(.badDays), .registry(.badName), .station(.outOfRange),
                ],
                run: { [station] call, wanted in try await station.createToken(wanted, by: call.author) }),
            .act(
                .delete, at: "/v1/tokens/{name}", for: .administer,
                Endpoint.Title("Access", "Revokes a token, and ends the sessions that it has opened"),
                reading: [Self.name],
                problems: [.registry(.unknownToken)],
                run: { [station] call in try await station.revokeToken(call[Self.name], by: call.author) }),
            .get(
                "/v1/session", for: nil, Endpoint.Title("Access", "Says who asks, and what they may do"),
                run: { call in
                    WhoAnswer(station: call.station, actor: call.caller?.actor, role: call.caller?.role)
                }),
            .session(
                .post, Endpoint.Title("Access", "Lets a browser in with a token's secret"),
                taking: SessionRequest.self, problems: [.station(.badSecret), .station(.programsToken)],
                run: { [station] call in try await station.logIn(call) }),
            .session(
                .delete, Endpoint.Title("Access", "Ends the browser's session, and leaves a paired phone paired"),
                run: { [station] call in await station.logOut(call, of: .console) }),
        ]
    }
}
