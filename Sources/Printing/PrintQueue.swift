import CCUPS

/// A printer of this machine's CUPS.
public struct PrintQueue: Sendable, Equatable {
    public let name: String
    /// CUPS sends it nothing until somebody starts it again.
    public let isStopped: Bool

    /// Every printer that CUPS has a queue for; nil on a machine without CUPS. Throws when CUPS is there and does not
    /// answer. C: `cupsServer`, `CUPS-Get-Printers`.
    public static func all() throws(PrintingError) -> [PrintQueue]? {
        let server = unsafe String(cString: cupsServer())
        guard server.hasPrefix("/") else { return nil }
        let address = PrinterAddress(socket: server)
        let connection = try IPPConnection(to: address, printer: "CUPS")
        let answer = try connection.answer(to: connection.request(IPP_OP_CUPS_GET_PRINTERS))
        // printer-state 5 is stopped (RFC 8011, 5.4.11).
        return answer.groups(["printer-name", "printer-state"]).compactMap { group in
            guard let name = group["printer-name"] else { return nil }
            return PrintQueue(name: name, isStopped: group["printer-state"] == "stopped")
        }
    }
}
