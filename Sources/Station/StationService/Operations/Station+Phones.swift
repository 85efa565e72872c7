internal import API
internal import Foundation
internal import HTTPServer
internal import Registry
internal import UnixSystem

/// Phones that are paired for a walk: each is a token whose secret is shown to no client, and its one session.
extension Station {
    private static let usualDays = 7
    private static let longestDays = 30

    /// Makes the code for one phone. The token comes to be when the code is used.
    func offerPairing(_ request: PairingRequest, _ call: OperationCall) async throws -> PairingOffer {
        let days = request.days ?? Self.usualDays
        guard (1...Self.longestDays).contains(days) else {
            throw StationError(
                .outOfRange, "no phone is paired",
                why: "\(days) is not a number of days from 1 to \(Self.longestDays)",
                next: "pair it for fewer days; it can be paired again")
        }
        let directory = StoreDirectory(try await queries.stores().map(\.id))
        let stores = try request.stores.map { try directory.named($0.store, of: $0.deployment) }
        let drawn: (tags: Set<TagID>, seed: Int?)? =
            if let plan = request.plan { try await draw(plan, in: Set(stores)) } else { nil }
        let token = AccessToken(
            name: request.name, role: .walk, expires: try AccessToken.expiry(days: days, from: now()),
            scope: try WalkScope(Set(stores), for: request.task ?? .audit, tags: drawn?.tags))
        guard !access.tokens.contains(where: { $0.token.name == token.name }) else {
            throw RegistryError.tokenExists(token.name)
        }
        let offer = Pairings.Offer(token: token, author: call.author, maker: call.caller)
        let text = Pairing.prefix + (try pairings.show(offer))
        let end = now().milliseconds + Int64(Pairings.lifetime.components.seconds) * 1_000
        return PairingOffer(
            name: token.name, text: text, expires: Timestamp(milliseconds: end),
            symbol: try await symbols.rows(of: text), drawn: drawn?.tags.count, seed: drawn?.seed,
            fingerprint: fingerprint, page: walkPage)
    }

    /// Lets in the phone that has scanned a code. The secret of its token is shown to no client: its session is
    /// all that it has.
    func pair(_ call: OperationCall) async throws -> (answer: WhoAnswer, cookie: String) {
        let offer = try pairings.use(try call.body(SessionRequest.self).secret, isGood: access.isGood)
        let token = offer.token
        let left = (token.expires?.milliseconds ?? 0) - now().milliseconds
        try await storage.record(
            .tokenCreated(token, digest: try Secret.digest(of: try Secret.make())), by: offer.author)
        // A session ends with its token.
        return try await openSession(of: token, on: .walk, seconds: Int(max(0, left) / 1_000), call)
    }

    var phones: PhoneList {
        PhoneList(access.tokens.filter { $0.token.role == .walk }.map(TokenDetail.init), page: walkPage)
    }

    /// Ends a phone's pairing at once.
    func revokePhone(_ name: TokenName, by author: Author) async throws -> TokenRevoked {
        guard try detail(of: name).role == .walk else { throw RegistryError.unknownToken(name) }
        return try await revokeToken(name, by: author)
    }
}
