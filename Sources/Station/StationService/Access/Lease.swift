internal import HTTPMessages
internal import HTTPServer

/// What a caller may continue with when the request was let in: a stream, or a body that is still on its way. Asked
/// again and again, because tokens are revoked, and sessions end, meanwhile.
struct Lease: Sendable {
    let access: AccessControl
    let caller: Caller

    var isGood: Bool { access.isGood(caller) }

    /// Refuses as a new request is refused.
    func check() throws(Problem) {
        guard isGood else { throw Problem.unauthorized("the token or session that it came with has ended meanwhile") }
    }

    /// Calls `end` once, as soon as the lease is over, unless it is released before.
    func hold(_ end: @escaping @Sendable () -> Void) -> Int { access.hold(caller, end) }

    func release(_ number: Int) { access.release(number) }
}

extension Problem {
    /// It is not known who asks.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(
            status: 401, title: "the request is refused", detail: detail, code: "unauthorized",
            next: "send a token (Authorization: Bearer ...), or log in; see: waymark token create",
            headers: ["WWW-Authenticate": "Bearer realm=\"waymark\""])
    }
}
