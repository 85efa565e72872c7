/// A kind of reader that pcscd drives and whose way of letting a tag's commands through is known. It goes by vendor and
/// product and is never tried out: some readers stop answering after commands that they do not know.
public struct CardReaderKind: Hashable, Sendable {
    /// What it is sold as.
    public let name: String
    /// What pcscd's name for it contains.
    public let partOfName: String
    public let dialect: Dialect
    public let capabilities: ReaderCapabilities

    public enum Dialect: Hashable, Sendable {
        /// FF C2 of PC/SC part 3.
        case transparentSession
        /// FF EF of Identiv.
        case passThrough
    }

    fileprivate init(
        _ name: String, _ partOfName: String, _ dialect: Dialect,
        capabilities: ReaderCapabilities = [.plain, .raw, .apdu]
    ) {
        self.name = name
        self.partOfName = partOfName
        self.dialect = dialect
        self.capabilities = capabilities
    }
}

extension USBReader {
    /// The kind of smart-card reader that this is; nil for one of which no way to a tag's own commands is known.
    public var cardReader: CardReaderKind? { Self.cardReaders[self] }

    /// Every smart-card reader that Waymark knows by name.
    public static let cardReaders: [USBReader: CardReaderKind] = [
        USBReader(vendor: 0x072F, product: 0x223B): acr1252u,  // with a slot for a SIM card
        USBReader(vendor: 0x072F, product: 0x223E): acr1252u,
        USBReader(vendor: 0x072F, product: 0x2303): acr1552u,  // with a slot for a SIM card
        USBReader(vendor: 0x072F, product: 0x2308): acr1552u,
        USBReader(vendor: 0x04E6, product: 0x5790): CardReaderKind("Identiv uTrust 3700 F", "3700", .passThrough),
        USBReader(vendor: 0x04E6, product: 0x5612): CardReaderKind("Identiv uTrust 3720 F", "3720", .passThrough),
        USBReader(vendor: 0x04E6, product: 0x5613): CardReaderKind("Identiv uTrust 3721 F", "3721", .passThrough),
    ]

    private static let acr1252u = CardReaderKind("ACS ACR1252U", "ACR1252", .transparentSession)
    private static let acr1552u = CardReaderKind(
        "ACS ACR1552U", "ACR1552", .transparentSession, capabilities: [.plain, .raw, .apdu, .type5, .type5Raw])
}
