internal import Faults
package import ReaderProtocol
internal import UnixSystem
package import WorkerService

/// One reader that pcscd drives. It is used from one thread, in a process of its own: nothing but an answer ends a call
/// of pcsclite that waits for a reader.
package struct PCSCDevice: OpenedReader, ~Copyable {
    package static let library = "pcsclite"
    /// libccid itself waits up to 201 s.
    package static let limits = AnswerLimits(
        opening: .seconds(2), selection: .seconds(2), exchange: .seconds(1), gracePeriod: .seconds(3),
        longestPause: .seconds(2), look: .seconds(1))

    package let description: ReaderDescription
    let context: PCSCContext
    /// pcscd's name for it, while it is plugged in. Another reader may get it afterwards.
    let name: String
    let device: USBDevice
    let dialect: (any RawDialect)?
    /// The tag that is connected.
    var card: PCSCCard?
    var family = TagFamily.unknown
    /// The tag may have had its power since before this worker looked, and so may know what another program said.
    var mayRemember = true
    /// The reader is in a session of its dialect, and takes nothing else.
    var isInSession = false
    /// How often in a row something did not say what it is.
    var muteAnswers = 0
    /// What pcscd says of an empty reader is doubted from time to time.
    var doubt = PresenceDoubt()

    /// Finds the reader at a USB port. May block as long as the driver is busy with it.
    package static func open(
        _ place: CardReaderPlace, trace: ExchangeTrace? = nil
    ) throws(ReaderFailure) -> PCSCDevice {
        guard let device = USBDevice.at(port: place.port) else {
            throw ReaderFailure(
                code: .noSuchPort, message: "cannot open reader \(place.text)",
                reason: "nothing is plugged in at USB port \(place.port)",
                next: "plug the reader in, and see where it is with: lsusb -t")
        }
        let kind = USBReader(vendor: device.vendor, product: device.product).cardReader
        guard kind != nil || place.isPlain else { throw unproven(device) }
        let context: PCSCContext
        do {
            context = try PCSCContext(trace: trace)
        } catch {
            throw .service(error)
        }
        let name = try ReaderSearch(device: device, kind: kind).name(in: context)
        return PCSCDevice(context: context, name: name, device: device, kind: place.isPlain ? nil : kind)
    }

    private init(context: PCSCContext, name: String, device: USBDevice, kind: CardReaderKind?) {
        self.context = context
        self.name = name
        self.device = device
        dialect =
            switch kind?.dialect {
            case .transparentSession: TransparentSession()
            case .passThrough: PassThrough()
            case nil: nil
            }
        description = ReaderDescription(
            device: name, chip: kind?.name ?? "unproven", capabilities: kind?.capabilities ?? [.plain, .apdu])
    }

    private static func unproven(_ device: USBDevice) -> ReaderFailure {
        let text = USBReader(vendor: device.vendor, product: device.product).text
        return ReaderFailure(
            code: .unprovenReader, message: "the reader at USB port \(device.port) is not one that Waymark knows",
            reason: "it is not known how \(text) lets a tag's commands through",
            next: "to try it for plain URLs all the same, add it as pcsc-plain:\(device.port)")
    }

    /// Ends a session, which would be in the way of other programs.
    package mutating func close() {
        endSession()
        card = nil
    }

    package borrowing func wait(forInputOn descriptor: Int32, atMost time: Duration?) -> ReaderWait {
        ReaderWait(forInputOn: descriptor, atMost: time)
    }

    /// Whether the reader, and pcscd, are still there: asks pcscd and the kernel only, not the reader.
    package mutating func trouble() -> String? {
        guard USBDevice.at(port: device.port) == device else { return "the reader was unplugged" }
        do {
            _ = try context.state(of: name)
            return nil
        } catch {
            return error.text
        }
    }

    /// Carries out one request of the daemon.
    package mutating func answer(_ request: Request) -> Answer {
        switch request {
        case .select: select()
        case .transceive(let command, let reply): transceive(command, reply)
        }
    }
}
