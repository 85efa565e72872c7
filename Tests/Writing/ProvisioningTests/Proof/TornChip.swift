import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Synchronization
import Testing

/// One of the five ways in which chips of a batch are written, for the proof of all tears.
enum TornChip: String, CaseIterable, Sendable {
    case blank, overOldURL, lock, password, ntag424, slix, slix2, slixLock

    static let url = "https://example.com/s/12?tag=t-1-new"
    static let old = "https://example.com/s/9?tag=t-1"

    var rules: BatchRules {
        switch self {
        case .blank, .overOldURL, .ntag424, .slix, .slix2: .usual
        case .lock, .slixLock: BatchRules(protection: .lock)
        case .password: BatchRules(protection: .password)
        }
    }

    /// The batch as it is to be written, and the chip as it lies in the box.
    func start() async throws -> (Batch, any EmulatedTag) {
        let batch = try Samples.batch(1, rules: rules) { _ in Self.url }
        switch self {
        case .blank, .lock, .password: return (batch, Samples.chip(1))
        case .slix, .slixLock: return (batch, Samples.vicinity(1))
        case .slix2: return (batch, Samples.vicinity(1, .slix2))
        case .ntag424: return (batch, Type4Tag(.ntag424, uid: Samples.chip(1).uid))
        case .overOldURL:
            // Written by us; then the batch was revised.
            let before = try Bench(try Samples.batch(1) { _ in Self.old })
            try await before.present(Samples.chip(1))
            let chip = try await before.takeAny()
            let known = before.registry.tags[0]
            let tag = Registry.Tag(
                id: known.id, batch: known.batch, store: known.store, placement: known.placement, medium: .nfc,
                url: Self.url,
                life: TagLife(state: .outdated, uid: known.uid, product: known.product, writtenURL: known.writtenURL))
            return (Batch(name: batch.name, template: nil, tags: [tag], rules: rules), chip)
        }
    }

    /// Whether the chip is protected as the rules say, and its configuration is otherwise the factory's.
    func isAsAsked(_ chip: any EmulatedTag) -> Bool {
        if let chip = chip as? Type5Tag {
            let isLocked = chip.lockedBlocks == Set(0...26) && chip.memory[0] == [0xE1, 0x43, 0x0D, 0x00]
            return self == .slixLock ? isLocked : chip.lockedBlocks.isEmpty && chip.memory[0][1] == 0x40
        }
        guard let chip = chip as? ReaderEmulator.Type2Tag else { return self == .ntag424 }
        let memory = chip.memory
        let isLocked = memory[2][2...3] == [0xFF, 0xFF] && memory[0x28][0..<3] == [0xFF, 0x0F, 0x3F]
        let isOpen = memory[2][2...3] == [0, 0] && memory[0x28][0..<3] == [0, 0, 0]
        let auth0: UInt8 = self == .password ? 0x02 : 0xFF
        // A page that was torn with CFGLCK set stays as it is: with AUTH0 off nothing in it acts.
        let hasAccess = self == .lock ? memory[0x2A][0] & 0x40 != 0 : memory[0x2A] == [0x00, 0x05, 0x00, 0x00]
        let isConfigured = memory[0x29] == [0x04, 0x00, 0x00, auth0] && hasAccess
        return isConfigured && (self == .lock ? isLocked : isOpen)
    }
}

/// What a frame to a chip would have left in a page, had the power failed while the page was programmed.
struct TornPage: Sendable {
    let remains: [UInt8]

    /// Nothing, for a frame that writes no page. `old` is the chip before.
    static func all(_ frame: [UInt8], on old: any EmulatedTag) -> [TornPage] {
        if let old = old as? Type5Tag {
            // Addressed: flags, code, 8 bytes of serial number, block, bytes.
            guard frame.count >= 11, frame[1] == 0x21 || frame[1] == 0x22 else { return [] }
            guard frame[1] == 0x21 else { return [TornPage(remains: [0, 0, 0, 0])] }
            return all(from: old.memory[Int(frame[10])], to: Array(frame[11...]))
        }
        guard let old = old as? ReaderEmulator.Type2Tag else {
            // UPDATE BINARY in an I-block; the model leaves the first half of its bytes.
            return frame.count > 7 && frame[1...2] == [0x00, 0xD6] ? [TornPage(remains: [0, 0, 0, 0])] : []
        }
        guard frame.count == 6, frame[0] == 0xA2, old.memory.pageCount > Int(frame[1]) else { return [] }
        return all(from: old.memory[Int(frame[1])], to: Array(frame[2...5]))
    }

    private static func all(from before: [UInt8], to after: [UInt8]) -> [TornPage] {
        var patterns = [UInt8]([0x00, 0xFF, 0xAA, 0x55]).map { [UInt8](repeating: $0, count: 4) }
        patterns.append([0x03, 0x10, 0xD1, 0x00])
        // Some bits, or some bytes, have changed and others have not.
        patterns.append(zip(before, after).map { $0 & $1 })
        patterns.append(zip(before, after).map { $0 | $1 })
        patterns.append(Array(after.prefix(2)) + Array(before.suffix(2)))
        patterns.append(Array(before.prefix(2)) + Array(after.suffix(2)))
        patterns.append(after.map { $0 & 0x0F })
        patterns.append(after.map { $0 & 0xF0 })
        return patterns.map { TornPage(remains: $0) }
    }
}

/// The frames of a whole write, each with the chip as it was before.
final class FrameLog: Sendable {
    private let frames = Mutex<[(frame: [UInt8], old: any EmulatedTag)]>([])
    private let chip: Mutex<any EmulatedTag>

    init(_ antenna: Antenna, _ chip: any EmulatedTag) {
        self.chip = Mutex(chip)
        antenna.observe { [weak antenna, self] event in
            guard case .command(let frame) = event, let now = antenna?.anyTag else { return }
            let old = self.chip.withLock { chip in
                defer { chip = now }
                return chip
            }
            frames.withLock { $0.append((frame, old)) }
        }
    }

    var all: [(frame: [UInt8], old: any EmulatedTag)] { frames.withLock { $0 } }
}
