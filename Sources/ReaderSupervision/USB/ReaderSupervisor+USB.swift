internal import Logging
internal import ReaderProtocol
public import UnixSystem

extension ReaderSupervisor {
    /// Says which USB readers are plugged in, whenever that has changed.
    ///
    /// The worker of a reader that is gone is ended, one that came or came back is opened at once instead of after the
    /// next delay. Gives the ports of the readers that nobody has added.
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
        for device in devices {
            let names = [device.connection, device.connectionByNumbers]
            if !slots.contains(where: { names.contains($0.snapshot.connection) }) { strangers.append(device.port) }
        }
        return strangers
    }
}

extension USBDevice {
    /// The connection of the reader at this port, as workers take it.
    var connection: String { "usb:\(port)" }

    /// The same reader as libnfc names it.
    fileprivate var connectionByNumbers: String? {
        USBReader(vendor: vendor, product: product).driver.map { driver in
            "\(driver):\(Self.threeDigits(bus)):\(Self.threeDigits(number))"
        }
    }

    private static func threeDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(3 - digits.count, 0)) + digits
    }
}
