import Glibc
import Synchronization
import Testing
import UnixSystem

/// A line between libnfc and an emulated PN532 with an ISO/IEC 14443-4 card's silence on it: once a card has answered
/// RATS, no InListPassiveTarget reaches the chip before the field was off. It reads the frames itself and asks the
/// emulator nothing, so that a card of the emulator that is too kind does not matter.
///
/// ISO/IEC 14443-4, 3.2: in PROTOCOL a card hears neither REQA nor WUPA; S(DESELECT) leads to HALT, where it hears WUPA
/// only (ISO/IEC 14443-3, 6.3), which a PN532 does not send here.
final class ProtocolFilter: Sendable {
    /// What libnfc opens.
    let connectionString: String

    private let hostSide: Int32
    /// Held open so that libnfc may come and go without a hang-up on our side.
    private let heldOpen: Int32
    private let chipSide: Int32
    private let state = Mutex(State())

    private struct State {
        var fromHost: [UInt8] = []
        var fromChip: [UInt8] = []
        var lastCommand: UInt8 = 0
        var isCardInProtocol = false
        var isStopped = false
        var suppressed = 0
        var fieldsOff = 0
    }

    /// Between `path`, the emulator's terminal, and a terminal of its own.
    init(to path: String) throws {
        hostSide = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        try #require(hostSide >= 0)
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        // TIOCSPTLCK and TIOCGPTN. See: man 4 pts
        try #require(ioctl(hostSide, 0x4004_5431, &isLocked) == 0 && ioctl(hostSide, 0x8004_5430, &number) == 0)
        heldOpen = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        chipSide = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        try #require(heldOpen >= 0 && chipSide >= 0)
        for descriptor in [heldOpen, chipSide] {
            var settings = termios()
            tcgetattr(descriptor, &settings)
            cfmakeraw(&settings)
            tcsetattr(descriptor, TCSANOW, &settings)
        }
        connectionString = "pn532_uart:/dev/pts/\(number)"
        try DedicatedThread.start("protocol filter") { [self] in
            while !state.withLock(\.isStopped) { relay() }
        }
    }

    deinit { for descriptor in [hostSide, heldOpen, chipSide] { close(descriptor) } }

    /// How many times libnfc called in vain.
    var suppressed: Int { state.withLock(\.suppressed) }

    /// How many times libnfc switched the field off.
    var fieldsOff: Int { state.withLock(\.fieldsOff) }

    func stop() { state.withLock { $0.isStopped = true } }

    private func relay() {
        var entries = [hostSide, chipSide].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, 2, 50) > 0 else { return }
        let (fromHost, fromChip) = (Self.read(hostSide), Self.read(chipSide))
        // A real port forgets TIOCEXCL with its last user; this one always has one.
        if !fromHost.isEmpty { _ = ioctl(heldOpen, UInt(TIOCNXCL)) }
        state.withLock { state in
            state.fromHost += fromHost
            while let (frame, payload) = Self.takeFrame(&state.fromHost) { hostSent(frame, payload, &state) }
            state.fromChip += fromChip
            while let (frame, payload) = Self.takeFrame(&state.fromChip) { chipSent(frame, payload, &state) }
        }
    }

    private func hostSent(_ frame: [UInt8], _ payload: [UInt8], _ state: inout State) {
        if payload.first == 0xD4, payload.count > 1 { state.lastCommand = payload[1] }
        if payload.starts(with: [0xD4, 0x32, 0x01]), payload.count > 3, payload[3] & 0x01 == 0 {
            state.isCardInProtocol = false
            state.fieldsOff += 1
        }
        guard payload.starts(with: [0xD4, 0x4A]), state.isCardInProtocol else {
            return Self.write(frame, to: chipSide)
        }
        state.suppressed += 1
        // The chip's acknowledgement, and that it has found no target.
        Self.write([0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00], to: hostSide)
        Self.write([0x00, 0x00, 0xFF, 0x03, 0xFD, 0xD5, 0x4B, 0x00, 0xE0, 0x00], to: hostSide)
    }

    private func chipSent(_ frame: [UInt8], _ payload: [UInt8], _ state: inout State) {
        // Found, and an ATS behind the serial number: D5 4B 01 01 SENS_RES(2) SEL_RES length UID ATS.
        if payload.starts(with: [0xD5, 0x4B]), payload.count > 7, payload[2] > 0,
            payload.count > 8 + Int(payload[7]), payload[6] & 0x20 != 0
        {
            state.isCardInProtocol = true
        }
        Self.write(frame, to: hostSide)
    }

    /// The next whole frame with everything in front of it, and what it carries (nothing in ACK and NACK).
    private static func takeFrame(_ bytes: inout [UInt8]) -> (frame: [UInt8], payload: [UInt8])? {
        guard let start = bytes.indices.dropLast(4).first(where: { bytes[$0] == 0x00 && bytes[$0 + 1] == 0xFF }) else {
            return nil
        }
        let lengthAt = start + 2
        let (length, data): (Int, Int) =
            switch (bytes[lengthAt], bytes[lengthAt + 1]) {
            case (0x00, 0xFF), (0xFF, 0x00): (0, lengthAt + 2)
            case (0xFF, 0xFF):
                bytes.count > lengthAt + 4
                    ? (Int(bytes[lengthAt + 2]) << 8 | Int(bytes[lengthAt + 3]), lengthAt + 5) : (Int.max / 2, 0)
            case (let length, _): (Int(length), lengthAt + 2)
            }
        // Behind data come its check byte and the postamble; ACK and NACK have the postamble only.
        let end = data + length + (length == 0 ? 1 : 2)
        guard bytes.count >= end else { return nil }
        defer { bytes.removeFirst(end) }
        return (Array(bytes[..<end]), Array(bytes[data..<data + length]))
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : []
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
