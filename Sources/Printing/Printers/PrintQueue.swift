import CCUPS
internal import Faults

/// A printer of this machine's CUPS.
package struct PrintQueue: Sendable, Equatable {
    package let name: String
    /// CUPS sends it nothing until it is started again.
    package let isStopped: Bool

    /// Every printer that this machine's CUPS has a queue for; nil on a machine without CUPS, whose socket is then
    /// missing. Throws when CUPS is there and does not answer. C: `cupsServer`.
    package static func all() throws(PrintingError) -> [PrintQueue]? {
        let socket = unsafe String(cString: cupsServer())
        return socket.hasPrefix("/") ? try all(at: PrinterAddress(socket: socket)) : nil
    }

    /// Every printer that the CUPS at an `ipp://` address has a queue for.
    package static func all(at uri: String) throws(PrintingError) -> [PrintQueue] {
        try all(at: try PrinterAddress(uri: uri, printer: "CUPS"))
    }

    private static func all(at address: PrinterAddress) throws(PrintingError) -> [PrintQueue] {
        let connection = try IPPConnection(to: address, printer: "CUPS")
        let answer = try connection.answer(to: connection.request(IPP_OP_CUPS_GET_PRINTERS))
        return answer.groups(["printer-name", "printer-state"]).compactMap { group in
            // printer-state 5 (RFC 8011, 5.4.11).
            group["printer-name"].map { PrintQueue(name: $0, isStopped: group["printer-state"] == "stopped") }
        }
    }
}
