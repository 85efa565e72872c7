import CCUPS
internal import Faults

/// A connection to a printer or to a CUPS server. Owns an `http_t`. Used by one task at a time.
@safe struct IPPConnection: ~Copyable {
    private let http: OpaquePointer
    let address: PrinterAddress
    let printer: String

    /// Connects within 10 seconds. C: `httpConnect2`.
    init(to address: PrinterAddress, printer: String) throws(PrintingError) {
        let http = unsafe httpConnect2(
            address.host, address.port, nil, AF_UNSPEC,
            address.isEncrypted ? HTTP_ENCRYPTION_ALWAYS : HTTP_ENCRYPTION_IF_REQUESTED, 1, 10_000, nil)
        guard let http = unsafe http else {
            throw PrintingError(
                code: .unreachable, message: "cannot reach printer \(printer)",
                reason: unsafe String(cString: cupsLastErrorString()),
                next: "switch it on, and check the network: ipptool -tv \(address.uri) get-printer-attributes.test")
        }
        unsafe self.http = unsafe http
        self.address = address
        self.printer = printer
    }

    deinit {
        unsafe httpClose(http)
    }

    /// Sends a request, with a file if there is one, and gives the answer. An answer that refuses is an error, unless it
    /// has one of the `accepted` statuses. C: `cupsDoFileRequest`, which lets the request go.
    func answer(
        to request: consuming IPPMessage, file: String? = nil, accepting accepted: [ipp_status_t] = []
    ) throws(PrintingError) -> IPPMessage {
        let message = unsafe request.release()
        let response =
            if let file {
                unsafe cupsDoFileRequest(http, message, address.resource, file)
            } else {
                unsafe cupsDoRequest(http, message, address.resource)
            }
        let status = cupsLastError()
        let reason = Self.lastReason
        guard let response = unsafe response else {
            // A file may have arrived: when the connection is lost, libcups does not say how much of it was sent.
            if file != nil, Self.serverErrors.contains(status.rawValue) {
                throw PrintingError(
                    code: .uncertain, message: "printer \(printer) does not answer", reason: reason,
                    next: "the sheet may have reached it: see its queue and what came out before you print it again")
            }
            throw PrintingError(
                code: .unreachable, message: "printer \(printer) does not answer", reason: reason,
                next: "check that it is on and try again")
        }
        let answer = unsafe IPPMessage(owning: response)
        guard status.rawValue < IPP_STATUS_REDIRECTION_OTHER_SITE.rawValue || accepted.contains(status) else {
            throw PrintingError(
                code: .refused, message: "printer \(printer) refused", reason: reason,
                next: "see what it offers: ipptool -tv \(address.uri) get-printer-attributes.test")
        }
        return answer
    }

    /// libcups quotes `errno`, which is 0 where the connection has just ended.
    private static var lastReason: String {
        let reason = unsafe String(cString: cupsLastErrorString())
        return unsafe reason == String(cString: strerror(0)) ? "it has ended the connection" : reason
    }

    /// What libcups calls a broken connection, and RFC 8011 what a printer could not do (appendix B.1.5).
    private static let serverErrors = IPP_STATUS_ERROR_INTERNAL.rawValue..<IPP_STATUS_ERROR_INTERNAL.rawValue + 0x100

    /// A request about the printer. C: `ippNewRequest`.
    func request(_ operation: ipp_op_t, job: Int32? = nil) -> IPPMessage {
        let message = unsafe IPPMessage(owning: ippNewRequest(operation))
        message.add(IPP_TAG_OPERATION, IPP_TAG_URI, named: "printer-uri", text: address.uri)
        if let job { message.add(IPP_TAG_OPERATION, IPP_TAG_INTEGER, named: "job-id", integer: job) }
        message.add(
            IPP_TAG_OPERATION, IPP_TAG_NAME, named: "requesting-user-name", text: unsafe String(cString: cupsUser()))
        return message
    }
}
