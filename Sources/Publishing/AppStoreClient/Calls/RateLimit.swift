internal import HTTPClient
internal import HTTPMessages

/// What an answer says about the requests that an hour allows: `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:500;`.
struct RateLimit: Equatable {
    let limit: Int?
    let remaining: Int?

    /// Nil when the answer says nothing. Parts that came later are read over.
    init?(_ headers: HTTPHeaders) {
        guard let text = headers["X-Rate-Limit"] else { return nil }
        var numbers: [Substring: Int] = [:]
        for part in text.split(separator: ";") {
            let pair = part.split(separator: ":")
            guard pair.count == 2 else { continue }
            numbers[pair[0].drop { $0 == " " }] = Int(pair[1])
        }
        limit = numbers["user-hour-lim"]
        remaining = numbers["user-hour-rem"]
    }

    /// Seconds to wait as the answer asks for (RFC 9110, 10.2.3), where it gives them as a number.
    static func retryAfter(_ headers: HTTPHeaders) -> Double? {
        headers["Retry-After"].flatMap { Double($0) }.flatMap { $0 >= 0 && $0 <= 86_400 ? $0 : nil }
    }
}
