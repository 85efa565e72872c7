public import HTTPMessages

/// An answer with its whole body. Any status is an answer, also 404 and 500.
public struct WebResponse: Sendable, Equatable {
    public let status: Int
    public let headers: HTTPHeaders
    public let body: [UInt8]
}

/// An answer whose body is still coming.
public struct StreamedWebResponse: Sendable {
    public let status: Int
    public let headers: HTTPHeaders
    /// Reading it once, to the end or not; letting go of it ends the transfer.
    public let body: ResponseBody
}
