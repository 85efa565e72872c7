internal import Cryptography
internal import Registry
internal import Synchronization

/// Codes for pairing that were shown and not used yet. Each is good once, for five minutes, as long as who has made it
/// is let in; a restart ends them all.
final class Pairings: Sendable {
    /// What a code lets a phone become.
    struct Offer: Sendable {
        let token: AccessToken
        /// The user who asked for it, as the journal names them.
        let author: Author
        /// The same, as their request came: the code is good as long as they are let in.
        let maker: Caller?
    }

    private struct Shown {
        let digest: String
        let offer: Offer
        let end: Duration
    }

    private struct State {
        var shown: [Shown] = []
        /// When wrong codes came, within the last minute.
        var failures: [Duration] = []
    }

    static let lifetime = Duration.seconds(300)
    /// Codes at a time; beyond these the oldest is given up.
    private static let limit = 50
    /// Wrong codes in a minute; the others have to wait. A secret has 256 random bits: this keeps none. A right code is
    /// taken all the same, so that strangers who send wrong ones keep no phone out.
    static let failureLimit = 20

    private let uptime: @Sendable () -> Duration
    private let state = Mutex(State())

    /// `uptime`: a clock that is never set, so that no code lives longer by it.
    init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
    }

    /// Keeps an offer; returns its secret.
    func show(_ offer: Offer) throws -> String {
        let secret = try Secret.make()
        let shown = Shown(digest: try Secret.digest(of: secret), offer: offer, end: uptime() + Self.lifetime)
        let now = uptime()
        state.withLock { state in
            state.shown.removeAll { $0.end <= now }
            if state.shown.count >= Self.limit { state.shown.removeFirst() }
            state.shown.append(shown)
        }
        return secret
    }

    /// Uses a code up. Every code is compared with, in constant time, so that the time that it takes reveals nothing.
    /// `isGood`: whether a maker is still let in.
    func use(_ secret: String, isGood: (Caller) -> Bool) throws -> Offer {
        let digest = Array(try Secret.digest(of: secret).utf8)
        let now = uptime()
        let offer: Offer = try state.withLock { state in
            state.failures.removeAll { $0 + .seconds(60) <= now }
            state.shown.removeAll { $0.end <= now }
            var found: Int?
            for (index, shown) in state.shown.enumerated()
            where ConstantTime.areEqual(Array(shown.digest.utf8), digest) { found = index }
            guard let found else {
                guard state.failures.count < Self.failureLimit else { throw Self.tooManyAttempts }
                state.failures.append(now)
                throw Self.unknownCode
            }
            return state.shown.remove(at: found).offer
        }
        guard let maker = offer.maker, isGood(maker) else { throw Self.endedMaker }
        return offer
    }

    private static let unknownCode = StationError(
        .badPairing, "the phone is not paired", why: "the code is unknown, was used, or is older than five minutes",
        next: "show another code: waymark phone pair, or the console's page of phones")
    private static let endedMaker = StationError(
        .badPairing, "the phone is not paired",
        why: "the token or session that the code was made with has ended",
        next: "show another code: waymark phone pair, or the console's page of phones")
    private static let tooManyAttempts = StationError(
        .tooManyAttempts, "the phone is not paired", why: "\(failureLimit) wrong codes came within a minute",
        next: "wait a minute, and scan the code again", retryAfter: 60)
}
