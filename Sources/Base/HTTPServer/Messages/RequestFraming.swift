internal import HTTPMessages

/// Whether a request says in one way only where its body ends. What two readers would read differently is refused, and its
/// connection closed: else the one's body is the other's next request. A length that is not
/// a number is refused by libmicrohttpd.
///
/// RFC 9112, sections 3.2 and 6.3; RFC 9110, section 5.5
enum RequestFraming {
    /// Why a request is refused; nil when it is clear.
    static func problem(_ headers: HTTPHeaders) -> Problem? {
        let lengths = headers.values(of: "Content-Length")
        let encodings = headers.values(of: "Transfer-Encoding")
        let reason: String? =
            if lengths.count > 1 {
                "the request has \(lengths.count) lines of Content-Length"
            } else if !lengths.isEmpty, !encodings.isEmpty {
                "the request has both Content-Length and Transfer-Encoding"
            } else if encodings.count > 1 || encodings.contains(where: { $0.lowercased() != "chunked" }) {
                "the only Transfer-Encoding that is taken is chunked"
            } else if headers.values(of: "Host").count > 1 {
                "the request has more than one line of Host"
            } else if headers.fields.contains(where: { $0.value.utf8.contains(where: isForbidden) }) {
                "a header holds a control character"
            } else {
                nil
            }
        return reason.map { reason in
            var problem = Problem.badRequest(reason)
            problem.headers = ["Connection": "close"]
            return problem
        }
    }

    /// Control characters other than the tab (RFC 9110, section 5.5: CR, LF and NUL at least).
    private static func isForbidden(_ byte: UInt8) -> Bool { (byte < 0x20 && byte != 0x09) || byte == 0x7F }
}
