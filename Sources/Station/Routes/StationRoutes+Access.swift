internal import API
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let name = Parameter<TokenName>.path("name", "the token's name")

    var access: [Endpoint] {
        [
            .get(
                "/v1/tokens", .administer, Endpoint.Title("Access", "Lists the tokens, without their secrets"),
                run: { [station] _ in TokenList(station.access.tokens.map(TokenDetail.init)) }),
            .change(
                .post, "/v1/tokens", .administer,
                Endpoint.Title("Access", "Makes a token; its secret is shown this once"), taking: TokenRequest.self,
                status: 201, effect: .secretChange, problems: [409: ["already-exists"], 422: ["bad-days"]],
                run: { [station] call, wanted in try await station.createToken(wanted, by: call.author) }),
            .act(
                .delete, "/v1/tokens/{name}", .administer,
                Endpoint.Title("Access", "Revokes a token, and ends the sessions that it has opened"), [Self.name],
                problems: [404: ["unknown-token"]],
                run: { [station] call in try await station.revokeToken(call[Self.name], by: call.author) }),
            .get(
                "/v1/session", nil, Endpoint.Title("Access", "Says who asks, and what they may do"),
                run: { call in
                    WhoAnswer(station: call.station, actor: call.caller?.actor, role: call.caller?.role)
                }),
            .session(
                .post, Endpoint.Title("Access", "Lets a browser in with a token's secret"),
                taking: SessionRequest.self, problems: [401: ["bad-secret"]],
                run: { [station] call in try await station.logIn(call) }),
            .session(
                .delete, Endpoint.Title("Access", "Ends the browser's session"),
                run: { [station] call in try await station.logOut(call) }),
        ]
    }
}
