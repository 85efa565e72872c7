extension USBReaderModel {
    /// What a device's node gives when it is read: its device descriptor, then its configuration.
    /// See: USB 2.0, 9.6
    var descriptors: [UInt8] { deviceDescriptor + configuration }

    /// USB 1.10, one configuration, strings 1 and 2, no serial number: two readers of a kind look the same.
    var deviceDescriptor: [UInt8] {
        [0x12, 0x01, 0x10, 0x01, 0x00, 0x00, 0x00, 0x08] + Self.bytes(vendor) + Self.bytes(product)
            + Self.bytes(Self.release) + [0x01, 0x02, 0x00, 0x01]
    }

    private var configuration: [UInt8] {
        switch self {
        case .acr122u:
            // 200 mA; a CCID interface (class 0B) with an interrupt endpoint 81, which says when a card comes, and the
            // bulk endpoints 02 and 82. See: CCID 1.1, 5.1 for the 54 bytes of the class descriptor.
            [0x09, 0x02, 0x5D, 0x00, 0x01, 0x01, 0x00, 0x80, 0x64]
                + [0x09, 0x04, 0x00, 0x00, 0x03, 0x0B, 0x00, 0x00, 0x00]
                + [0x36, 0x21, 0x00, 0x01, 0x00, 0x07, 0x03, 0x00, 0x00, 0x00]
                + [0xA0, 0x0F, 0x00, 0x00, 0xA0, 0x0F, 0x00, 0x00, 0x00, 0x00]
                + [0x2A, 0x00, 0x00, 0x00, 0x2A, 0x00, 0x00, 0x00, 0xF7]
                + [UInt8](repeating: 0, count: 11)
                + [0x40, 0x04, 0x02, 0x00, 0x0F, 0x01] + [UInt8](repeating: 0, count: 7) + [0x01]
                + [0x07, 0x05, 0x81, 0x03, 0x08, 0x00, 0x10]
                + [0x07, 0x05, 0x02, 0x02, 0x40, 0x00, 0x00]
                + [0x07, 0x05, 0x82, 0x02, 0x40, 0x00, 0x00]
        case .pn533:
            // 100 mA; an interface of no class with the bulk endpoints 04 and 84.
            [0x09, 0x02, 0x20, 0x00, 0x01, 0x01, 0x00, 0x80, 0x32]
                + [0x09, 0x04, 0x00, 0x00, 0x02, 0xFF, 0xFF, 0xFF, 0x00]
                + [0x07, 0x05, 0x04, 0x02, 0x40, 0x00, 0x04]
                + [0x07, 0x05, 0x84, 0x02, 0x40, 0x00, 0x04]
        }
    }

    /// A string descriptor: 0 lists the one language there is, 1 is the maker, 2 the product. Nil for any other.
    func stringDescriptor(_ index: UInt8) -> [UInt8]? {
        switch index {
        case 0: [0x04, 0x03, 0x09, 0x04]
        case 1: Self.stringDescriptor(manufacturerName)
        case 2: Self.stringDescriptor(productName)
        default: nil
        }
    }

    private static func stringDescriptor(_ text: String) -> [UInt8] {
        let units = text.utf16.flatMap(bytes)
        return [UInt8(units.count + 2), 0x03] + units
    }

    private static func bytes(_ value: UInt16) -> [UInt8] {
        [UInt8(value & 0xFF), UInt8(value >> 8)]
    }
}
