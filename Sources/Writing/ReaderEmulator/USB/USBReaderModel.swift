/// A reader that is plugged into USB.
public enum USBReaderModel: String, Sendable, CaseIterable {
    /// ACS ACR122U: a PN532 behind a smart-card reader's protocol (CCID).
    case acr122u
    /// SCM SCL3711: a PN533, whose frames go over USB as they are.
    case pn533
    /// ACS ACR1252U: a smart-card reader.
    case acr1252u
    /// The ACR1252U with a slot for a SIM card inside (SAM), which is a reader of its own to programs.
    case acr1252uSAM = "acr1252u-sam"
    /// ACS ACR1552U, which the driver of Debian 12 does not list.
    case acr1552u
    /// Identiv uTrust 3700 F: a smart-card reader.
    case utrust3700f

    /// Those that libnfc drives.
    public static let forLibnfc: [USBReaderModel] = [.acr122u, .pn533]

    /// Those that pcscd drives, one of each family.
    public static let forPCSC: [USBReaderModel] = [.acr1252u, .acr1552u, .utrust3700f]

    /// Whether pcscd drives it.
    var isForPCSC: Bool { !Self.forLibnfc.contains(self) }

    /// The reader of this name on a command line.
    public init?(named name: String) {
        self.init(rawValue: name)
    }

    /// What a connection string begins with: libnfc's driver for it, or `pcsc`.
    public var driver: String {
        switch self {
        case .acr122u: "acr122_usb"
        case .pn533: "pn53x_usb"
        case .acr1252u, .acr1252uSAM, .acr1552u, .utrust3700f: "pcsc"
        }
    }

    /// Vendor and product, as the driver lists them.
    public var identifiers: (vendor: UInt16, product: UInt16) {
        switch self {
        case .acr122u: (0x072F, 0x2200)
        case .pn533: (0x04E6, 0x5591)
        case .acr1252u: (0x072F, 0x223E)
        case .acr1252uSAM: (0x072F, 0x223B)
        case .acr1552u: (0x072F, 0x2308)
        case .utrust3700f: (0x04E6, 0x5790)
        }
    }

    static let release: UInt16 = 0x0214

    var manufacturerName: String {
        switch self {
        case .acr122u, .acr1252u, .acr1252uSAM, .acr1552u: "ACS"
        case .pn533: "SCM Micro"
        case .utrust3700f: "Identiv"
        }
    }

    var productName: String {
        switch self {
        case .acr122u: "ACR122U PICC Interface"
        case .pn533: "SCL3711-NFC&RW"
        case .acr1252u: "ACR1252 Reader"
        case .acr1252uSAM: "ACR1252 Dual Reader"
        case .acr1552u: "ACR1552 1S CL Reader"
        case .utrust3700f: "uTrust 3700 F CL Reader"
        }
    }

    /// Its interfaces, by name where they have one. pcscd's driver takes each for a reader.
    var interfaceNames: [String?] {
        self == .acr1252uSAM ? ["ACR1252 Dual Reader PICC", "ACR1252 Dual Reader SAM"] : [nil]
    }

    /// The interface that an endpoint belongs to.
    func interface(of endpoint: UInt8) -> Int { interfaceNames.count > 1 && endpoint & 0x0F > 2 ? 1 : 0 }

    /// A freshly powered reader in its frames, for each interface. No SIM card is in the slot for one.
    func links(to antenna: Antenna) -> [any HostLink] {
        let first = link(to: antenna)
        return [first] + interfaceNames.dropFirst().map { _ in CardReaderLink(.acr1252, antenna: Antenna()) }
    }

    /// A freshly powered reader in its frames.
    private func link(to antenna: Antenna) -> any HostLink {
        switch self {
        case .acr122u: CCIDLink(chip: PN532(antenna: antenna, model: .pn532InACR122U))
        case .pn533: SerialLink(chip: PN532(antenna: antenna, model: .pn533))
        case .acr1252u, .acr1252uSAM: CardReaderLink(.acr1252, antenna: antenna)
        case .acr1552u: CardReaderLink(.acr1552, antenna: antenna)
        case .utrust3700f: CardReaderLink(.identiv, antenna: antenna)
        }
    }
}
