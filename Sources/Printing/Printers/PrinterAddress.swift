import CCUPS
internal import Faults

/// Where a printer listens: its URI, taken apart.
struct PrinterAddress: Sendable, Equatable {
    let uri: String
    let host: String
    let port: Int32
    let resource: String
    let isEncrypted: Bool

    /// The CUPS server of this machine, at its socket.
    init(socket: String) {
        uri = "ipp://localhost/"
        host = socket
        port = 0
        resource = "/"
        isEncrypted = false
    }

    /// Takes an `ipp://` or `ipps://` URI apart. C: `httpSeparateURI`.
    init(uri: String, printer: String) throws(PrintingError) {
        let length = 1_024
        let empty = [CChar](repeating: 0, count: length)
        var (scheme, user, name, path) = (empty, empty, empty, empty)
        var port: Int32 = 0
        let status = unsafe httpSeparateURI(
            HTTP_URI_CODING_ALL, uri, &scheme, Int32(length), &user, Int32(length), &name, Int32(length), &port,
            &path, Int32(length))
        let texts = [scheme, name, path].map { text in
            String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard status.rawValue >= HTTP_URI_STATUS_OK.rawValue, ["ipp", "ipps"].contains(texts[0]) else {
            throw PrintingError(
                code: .printerUnknown, message: "cannot print on \(printer)",
                reason: "\(uri) is not an address of an IPP printer",
                next: "give a printer of: lpstat -e, or ipp://HOST:PORT/ipp/print")
        }
        self.uri = uri
        host = texts[1]
        self.port = port
        resource = texts[2]
        isEncrypted = texts[0] == "ipps"
    }

    /// The address of a printer that CUPS knows by name, or that is given by its URI.
    /// C: `cupsGetNamedDest`, `cupsGetOption`.
    static func find(_ printer: String) throws(PrintingError) -> PrinterAddress {
        if printer.contains("://") { return try PrinterAddress(uri: printer, printer: printer) }
        guard let destination = unsafe cupsGetNamedDest(nil, printer, nil) else {
            throw PrintingError(
                code: .printerUnknown, message: "cannot print on \(printer)",
                reason: "CUPS knows no printer of this name",
                next: "see: lpstat -e; or give an address: ipp://HOST:PORT/ipp/print")
        }
        defer { unsafe cupsFreeDests(1, destination) }
        let (count, options) = unsafe (destination.pointee.num_options, destination.pointee.options)
        guard let uri = unsafe cupsGetOption("printer-uri-supported", count, options) else {
            throw PrintingError(
                code: .printerUnknown, message: "cannot print on \(printer)",
                reason: "CUPS does not say where it is", next: "see: lpstat -p \(printer)")
        }
        return try PrinterAddress(uri: unsafe String(cString: uri), printer: printer)
    }
}
