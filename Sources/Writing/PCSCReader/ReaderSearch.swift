internal import Faults
internal import ReaderProtocol
internal import UnixSystem
internal import WorkerService

/// Which of pcscd's readers is the one at a USB port. Their names do not say it: they are counted in the order of
/// plugging.
struct ReaderSearch {
    let device: USBDevice
    let kind: CardReaderKind?

    /// Asks the driver of each reader where it is. A reader that another program has for itself is not asked.
    func name(in context: PCSCContext) throws(ReaderFailure) -> String {
        do {
            var held: [String] = []
            var unplaced: [String] = []
            for name in try context.readers() where Self.isContactless(name) && isLike(name) {
                if try context.state(of: name).isHeld {
                    held.append(name)
                    continue
                }
                do {
                    guard let place = try context.place(of: name) else {
                        unplaced.append(name)
                        continue
                    }
                    if place == (device.bus, device.number) { return name }
                } catch {
                    guard error.meaning == .held else { continue }
                    held.append(name)
                }
            }
            // A driver that does not say where a reader is leaves no doubt when there is one of its kind.
            if unplaced.count == 1, held.isEmpty, twins == 1 { return unplaced[0] }
            throw held.isEmpty ? missing(unplaced) : inUse(held)
        } catch let status as PCSCStatus {
            throw .service(status)
        } catch {
            throw error as? ReaderFailure ?? missing([])
        }
    }

    /// A slot for a SIM card or a contact card belongs to the same device.
    static func isContactless(_ name: String) -> Bool {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        return !words.contains("SAM") && !words.contains("ICC")
    }

    private func isLike(_ name: String) -> Bool { kind.map { name.contains($0.partOfName) } ?? true }

    /// Readers of the same kind that are plugged in, this one included.
    private var twins: Int {
        USBDevice.all.count { $0.vendor == device.vendor && $0.product == device.product }
    }

    private func missing(_ unplaced: [String]) -> ReaderFailure {
        let text = USBReader(vendor: device.vendor, product: device.product).text
        guard unplaced.isEmpty else {
            return ReaderFailure(
                code: .noDriver, message: "the reader at USB port \(device.port) is one of several that look the same",
                reason: "pcscd's driver does not say where \(unplaced.joined(separator: ", ")) are",
                next: "unplug all of them but one, or install a newer driver")
        }
        return ReaderFailure(
            code: .noDriver, message: "pcscd does not show the reader at USB port \(device.port)",
            reason: "it takes only readers that its driver lists, and \(text) is not among those that it shows",
            next: "see why with: waymark doctor")
    }

    private func inUse(_ names: [String]) -> ReaderFailure {
        ReaderFailure(
            code: .readerHeld, message: "cannot open the reader at USB port \(device.port): another program uses it",
            reason: "\(names.joined(separator: ", ")) is open in another program, as GnuPG and browsers do",
            next: "end that program; when it has let go, the reader is opened by itself")
    }
}
