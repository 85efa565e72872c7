internal import Logging
internal import ReaderProtocol
public import UnixSystem

extension ReaderSupervisor {
    /// Says what is plugged in on USB, whenever that has changed.
    ///
    /// The worker of a reader that is gone is ended, one that came or came back is opened at once instead of after the
    /// next delay. Returns the connections of readers that were neither added nor removed while plugged in.
    public func plugged(_ devices: [USBDevice]) -> [String] {
        var strangers: [String] = []
        let slots = slots
        for slot in slots {
            guard let port = slot.usbPort else { continue }
            switch slot.noticePlugged(devices.first { $0.port == port }?.number) {
            case .same: break
            case .came:
                logger.info("a reader was plugged in", metadata: ["reader": slot.name, "port": port])
                slot.hurry()
            case .left:
                logger.notice("a reader was unplugged", metadata: ["reader": slot.name, "port": port])
                slot.shutConnection()
            case .another:
                slot.shutConnection()
                slot.hurry()
            }
        }
        let dismissed = dismissed(plugged: Set(devices.map(\.port)))
        for device in devices where !dismissed.contains(device.port) {
            guard let connection = device.connectionOfReader else { continue }
            let isKnown = slots.contains { slot in
                slot.usbPort == device.port || slot.snapshot.connection == device.connectionByNumbers
            }
            if !isKnown { strangers.append(connection) }
        }
        return strangers
    }

    /// The connection that a worker names, if a reader may join there by itself: something is plugged in, and it was
    /// neither added nor removed.
    public func joining(_ connection: String) -> String? {
        let devices = USBDevice.all
        let dismissed = dismissed(plugged: Set(devices.map(\.port)))
        guard let device = devices.first(where: { [$0.connection, $0.connectionOfCardReader].contains(connection) }),
            !dismissed.contains(device.port), !slots.contains(where: { $0.usbPort == device.port })
        else { return nil }
        return connection
    }
}

extension USBDevice {
    /// The connection of the reader at this port, as workers take it.
    var connection: String { "usb:\(port)" }

    /// The same, where pcscd drives it.
    fileprivate var connectionOfCardReader: String { "pcsc:\(port)" }

    /// Where the reader at this port is for its worker: libnfc's come first; nil for what is not known as a reader.
    fileprivate var connectionOfReader: String? {
        let kind = USBReader(vendor: vendor, product: product)
        if kind.driver != nil { return connection }
        return kind.cardReader == nil ? nil : connectionOfCardReader
    }

    /// The same reader as libnfc names it.
    fileprivate var connectionByNumbers: String? {
        USBReader(vendor: vendor, product: product).driver.map { "\($0):\(numbers)" }
    }
}
