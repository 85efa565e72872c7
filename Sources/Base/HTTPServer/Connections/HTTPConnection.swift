import CMicroHTTPD
internal import HTTPMessages

/// A connection during one of the daemon's callbacks.
@safe
struct HTTPConnection {
    let pointer: OpaquePointer

    /// Borrowed; the daemon closes it.
    ///
    /// MHD_get_connection_info
    var socket: Int32 { unsafe waymark_connection_socket(pointer) }

    /// The request's header fields.
    ///
    /// MHD_get_connection_values_n
    var headers: HTTPHeaders {
        var headers = HTTPHeaders()
        _ = unsafe withUnsafeMutablePointer(to: &headers) { context in
            unsafe MHD_get_connection_values_n(
                pointer, .HEADER_KIND,
                { context, _, name, nameLength, value, valueLength in
                    guard let context = unsafe context?.assumingMemoryBound(to: HTTPHeaders.self) else {
                        return .NO
                    }
                    unsafe context.pointee.add(text(name, nameLength), text(value, valueLength))
                    return .YES
                }, context)
        }
        return headers
    }

    /// Whether the client waits for our word before it sends the body (RFC 9110, section 10.1.1).
    static func awaitsContinue(_ headers: HTTPHeaders) -> Bool {
        headers["Expect"]?.lowercased() == "100-continue"
    }
}

private func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    guard let start = unsafe start else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length)
    return unsafe String(decoding: bytes, as: UTF8.self)
}
