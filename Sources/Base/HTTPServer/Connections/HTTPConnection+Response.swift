import CMicroHTTPD
internal import HTTPMessages

extension HTTPConnection {
    /// A response that libmicrohttpd refuses: a header with a line break, or one that it writes itself.
    struct UnsendableHeader: Error {
        let name: String
    }

    /// Hands the response over to be sent. False cuts the connection.
    ///
    /// MHD_create_response_from_buffer, MHD_queue_response, MHD_destroy_response
    func queue(
        _ response: HTTPResponse, stream: ResponseStream?
    ) throws(UnsendableHeader) -> Bool {
        let made: OpaquePointer?
        switch response.body {
        case .none: unsafe made = unsafe MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(var bytes):
            // The copy is libmicrohttpd's; the array is not written to.
            unsafe made = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe MHD_create_response_from_buffer(buffer.count, buffer.baseAddress, .RESPMEM_MUST_COPY)
            }
        case .stream, .file: unsafe made = unsafe stream?.makeResponse()
        }
        guard let made = unsafe made else { return false }
        defer { unsafe MHD_destroy_response(made) }
        for field in response.headers.fields {
            guard unsafe MHD_add_response_header(made, field.name, field.value) == .YES else {
                throw UnsendableHeader(name: field.name)
            }
        }
        return unsafe MHD_queue_response(pointer, UInt32(clamping: response.status), made) == .YES
    }
}
