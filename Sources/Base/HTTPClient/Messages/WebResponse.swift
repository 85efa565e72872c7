package import HTTPMessages

/// An answer with its whole body. Any status is an answer, also 404 and 500.
package struct WebResponse: Sendable, Equatable {
    package let status: Int
    package let headers: HTTPHeaders
    package let body: [UInt8]
}

/// An answer whose body is still coming.
package struct StreamedWebResponse: Sendable {
    package let status: Int
    package let headers: HTTPHeaders
    /// Reading it once, to the end or not; letting go of it ends the transfer.
    package let body: ResponseBody
}
