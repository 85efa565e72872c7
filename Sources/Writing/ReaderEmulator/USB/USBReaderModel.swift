/// A reader that is plugged into USB.
public enum USBReaderModel: String, Sendable, CaseIterable {
    /// ACS ACR122U: a PN532 behind a smart-card reader's protocol (CCID).
    case acr122u
    /// SCM SCL3711: a PN533, whose frames go over USB as they are.
    case pn533

    /// The reader of this name on a command line.
    public init?(named name: String) {
        self.init(rawValue: name)
    }

    /// libnfc's driver for it.
    public var driver: String {
        switch self {
        case .acr122u: "acr122_usb"
        case .pn533: "pn53x_usb"
        }
    }

    var vendor: UInt16 {
        switch self {
        case .acr122u: 0x072F
        case .pn533: 0x04E6
        }
    }

    var product: UInt16 {
        switch self {
        case .acr122u: 0x2200
        case .pn533: 0x5591
        }
    }

    static let release: UInt16 = 0x0214

    var manufacturerName: String {
        switch self {
        case .acr122u: "ACS"
        case .pn533: "SCM Micro"
        }
    }

    var productName: String {
        switch self {
        case .acr122u: "ACR122U PICC Interface"
        case .pn533: "SCL3711-NFC&RW"
        }
    }

    /// A freshly powered chip in the frames of this reader.
    func link(to antenna: Antenna) -> any HostLink {
        switch self {
        case .acr122u: CCIDLink(chip: PN532(antenna: antenna, model: .pn532InACR122U))
        case .pn533: SerialLink(chip: PN532(antenna: antenna, model: .pn533))
        }
    }
}
