internal import CNFC
internal import Faults
internal import Glibc
package import ReaderProtocol
package import WorkerService

/// One opened reader. It is used from one thread, in a process of its own: on a status byte with bit 7 set
/// libnfc calls `abort()`.
@safe package struct NFCDevice: OpenedReader, ~Copyable {
    package static let library = "libnfc"
    /// Its calls end by themselves.
    package static let limits = AnswerLimits()

    private let library: LibNFC
    private let node: DeviceNode?
    let isSerial: Bool
    let device: OpaquePointer
    let trace: ExchangeTrace?
    package let description: ReaderDescription
    /// What the field holds, as far as it is known. See: `NFCDevice+Selection.swift`
    var field = FieldKnowledge()

    /// How long the reader may take over one command, in milliseconds. Never 0, which means for ever; at
    /// least 1 000, because the USB drivers subtract 200 ms before they read. libusb-0.1 measures it by the wall clock
    /// and the serial driver for each piece of an answer, so that the daemon keeps a deadline of its own.
    private static let timeout: Int32 = 1_000

    /// How long the chip waits for an answer to RATS, in milliseconds: the chip has steps of 6.4, 12.8, 25.6 ..., and
    /// takes the one below. A card answers within 4.8 ms (ISO/IEC 14443-4, 7.2: activation frame waiting time); the
    /// default of 102 ms is longer than libnfc waits over USB for a whole selection.
    private static let activationTimeout: Int32 = 13

    /// Opens and prepares a reader, unless a driver or another program has it: libnfc resets a reader on USB before it
    /// finds that out.
    package static func open(
        _ connection: Connection, trace: ExchangeTrace? = nil
    ) throws(ReaderFailure) -> NFCDevice {
        let target = try OpeningTarget(connection)
        let node = try claim(target, named: connection.text)
        let library = try LibNFC()
        let device = try unsafe open(target.connectionString, with: library)
        if target.isSerial { node?.keepOthersOut() }
        return unsafe NFCDevice(
            library: library, node: node, isSerial: target.isSerial, device: device, trace: trace)
    }

    private init(
        library: consuming LibNFC, node: consuming DeviceNode?, isSerial: Bool, device: OpaquePointer,
        trace: ExchangeTrace?
    ) {
        self.library = library
        self.node = node
        self.isSerial = isSerial
        self.trace = trace
        unsafe self.device = device
        description = unsafe ReaderDescription(
            device: String(cString: nfc_device_get_connstring(device)),
            chip: Self.chip(of: device))
    }

    /// The first line of what `nfc_device_get_information_about` says: `chip: PN532 v1.6`.
    private static func chip(of device: OpaquePointer) -> String {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe nfc_device_get_information_about(device, &text) >= 0, let text = unsafe text else { return "" }
        defer { unsafe nfc_free(text) }
        let line = unsafe String(cString: text).split(separator: "\n").first ?? ""
        return String(line.hasPrefix("chip: ") ? line.dropFirst(6) : line)
    }

    /// Wraps `nfc_open` and `nfc_initiator_init` (once: it drops the field).
    ///
    /// `nfc_open` of the serial driver ignores that its last step failed, the one that asks which chip this is. The list
    /// of modulations is then NULL, and every selection reads through it: the process ends by SIGSEGV.
    private static func open(
        _ connection: String, with library: borrowing LibNFC
    ) throws(ReaderFailure) -> OpaquePointer {
        guard let device = unsafe nfc_open(library.context, connection) else {
            throw ReaderFailure(
                code: .noReader, message: "no reader answers at \(connection)",
                reason: "libnfc sent its opening commands and got no sensible answer",
                next: "check that this is an NFC reader of that kind, its cable and its power, and plug it in again")
        }
        // An endless selection blocks for a hard-wired 300 ms while the chip keeps polling.
        // And libnfc's own commands may take 350 ms unless set otherwise, of which 150 are left on USB.
        guard unsafe nfc_device_set_property_int(device, NP_TIMEOUT_COMMAND, timeout) == 0,
            unsafe nfc_initiator_init(device) == 0,
            unsafe nfc_device_set_property_int(device, NP_TIMEOUT_ATR, activationTimeout) == 0,
            unsafe nfc_device_set_property_bool(device, NP_INFINITE_SELECT, false) == 0,
            unsafe knowsModulations(device)
        else {
            let code = unsafe nfc_device_get_last_error(device)
            let text = code == 0 ? "the chip did not say what it is" : unsafe String(cString: nfc_strerror(device))
            unsafe nfc_close(device)
            throw ReaderFailure(
                code: .noReader, message: "the reader at \(connection) cannot be prepared",
                reason: "libnfc says: \(text)", next: "plug the reader in again")
        }
        return unsafe device
    }

    /// Wraps `nfc_device_get_supported_modulation`.
    private static func knowsModulations(_ device: OpaquePointer) -> Bool {
        var modulations: UnsafePointer<nfc_modulation_type>?
        return unsafe nfc_device_get_supported_modulation(device, N_INITIATOR, &modulations) == 0 && modulations != nil
    }

    private static func claim(
        _ target: OpeningTarget, named name: String
    ) throws(ReaderFailure) -> DeviceNode? {
        guard let path = target.node else { return nil }
        let node = try DeviceNode(path: path, reader: name)
        // The node was opened by its number: another device may have got that since the target was looked at.
        try target.check()
        try target.checkHolder(node.interfaceDriver(), named: name)
        return node
    }

    /// Wraps `nfc_close`, which is never left out: PN533 dongles repair their USB descriptors only there.
    deinit { unsafe nfc_close(device) }

    /// Blocks until `descriptor` can be read, the reader has left (serial ports and USB only), or the time is up.
    package borrowing func wait(forInputOn descriptor: Int32, atMost time: Duration?) -> ReaderWait {
        node?.wait(forInputOn: descriptor, atMost: time) ?? ReaderWait(forInputOn: descriptor, atMost: time)
    }

    /// Carries out one request of the daemon.
    package mutating func answer(_ request: Request) -> Answer {
        switch request {
        case .select: select()
        case .transceive(let command, let reply): transceive(command, reply)
        }
    }

    /// Wraps `nfc_initiator_transceive_bytes`. libnfc copies a command unchecked into a buffer of 264 bytes.
    private borrowing func transceive(_ command: [UInt8], _ reply: Request.Reply) -> Answer {
        guard (1...240).contains(command.count) else {
            return .readerFailed("a command has 1 to 240 bytes, this one has \(command.count)")
        }
        guard reply != .plain else { return .unsupported("libnfc's readers have no commands of their own for memory") }
        let framing = unsafe nfc_device_set_property_bool(device, NP_EASY_FRAMING, reply != .data)
        guard framing == 0 else { return failure(framing) }
        var received = [UInt8](repeating: 0, count: 264)
        let start = ContinuousClock.now
        let count = unsafe nfc_initiator_transceive_bytes(
            device, command, command.count, &received, received.count, Self.timeout)
        trace?.note(
            "nfc_initiator_transceive_bytes", since: start, sent: command,
            received: Array(received.prefix(max(0, Int(count)))), failure: count < 0 ? text(of: count) : nil)
        if count < 0 { return failure(count) }
        return count == 0
            ? answerToNothing(.data([])) : .data(Array(received.prefix(Int(count))))
    }

    /// An operation that a driver lacks returns 0 as if it had succeeded; only the last error shows it.
    borrowing func answerToNothing(_ answer: Answer) -> Answer {
        let code = unsafe nfc_device_get_last_error(device)
        return code < 0 ? failure(code) : answer
    }

    /// Whose fault a negative result is. The sign marks an error: `pn53x_usb` passes `-errno` through (-19 when it is
    /// unplugged, which `acr122_usb` calls -1), so a code that libnfc does not define is the reader's too.
    borrowing func failure(_ code: Int32) -> Answer {
        let text = text(of: code)
        return switch code {
        // NFC_ERFTRANS, NFC_ETGRELEASED, NFC_EMFCAUTHFAIL: the tag's side. A refusal of the tag can come as any
        // status of the chip, so NFC_ECHIP and NFC_EINVARG are counted with them. NFC_EOVFLOW is not: no tag can
        // answer so much, and -5 is also -EIO.
        case -20, -10, -30, -90, -2: .tagFailed(text)
        default: .readerFailed(text)
        }
    }

    borrowing func text(of code: Int32) -> String {
        unsafe "\(String(cString: nfc_strerror(device))) (\(code))"
    }
}
