internal import TextCoding

/// A kind of USB reader, by vendor and product.
public struct USBReader: Hashable, Sendable {
    public let vendor: UInt16
    public let product: UInt16

    public init(vendor: UInt16, product: UInt16) {
        self.vendor = vendor
        self.product = product
    }

    /// The driver of libnfc 1.8.0 for it (`acr122_usb.c`, `pn53x_usb.c`); nil when libnfc knows no such reader.
    public var driver: String? { Self.drivers[self] }

    /// As `lsusb` prints it: `072f:2200`.
    public var text: String {
        "\(Hexadecimal.digits(of: vendor, count: 4)):\(Hexadecimal.digits(of: product, count: 4))"
    }

    /// Every reader that libnfc drives, with its driver.
    public static let drivers: [USBReader: String] = [
        USBReader(vendor: 0x072F, product: 0x2200): "acr122_usb",  // ACS ACR122U
        USBReader(vendor: 0x072F, product: 0x90CC): "acr122_usb",  // Touchatag
        USBReader(vendor: 0x072F, product: 0x2214): "acr122_usb",  // ACS ACR1222
        USBReader(vendor: 0x04CC, product: 0x0531): "pn53x_usb",  // Philips PN531
        USBReader(vendor: 0x04CC, product: 0x2533): "pn53x_usb",  // NXP PN533
        USBReader(vendor: 0x04E6, product: 0x5591): "pn53x_usb",  // SCM SCL3711
        USBReader(vendor: 0x04E6, product: 0x5594): "pn53x_usb",  // SCM SCL3712
        USBReader(vendor: 0x054C, product: 0x0193): "pn53x_usb",  // Sony PN531
        USBReader(vendor: 0x054C, product: 0x02E1): "pn53x_usb",  // Sony RC-S360
        USBReader(vendor: 0x1FD3, product: 0x0608): "pn53x_usb",  // ASK LoGO
    ]
}
