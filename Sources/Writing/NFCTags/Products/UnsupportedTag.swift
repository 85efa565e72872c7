internal import Chips

/// A tag that Waymark names and does not write.
struct UnsupportedTag: Hashable, Sendable {
    let name: String
    let reason: String

    /// Why the families below are left alone, said once.
    fileprivate static let otherFamily = "how to lock and protect it is not known here"
    fileprivate static let otherConfiguration =
        "its configuration pages differ from those of the plain NTAG21x it resembles"
    fileprivate static let clone = "it is a clone: how its memory behaves is not documented"
}

// MARK: By its serial number

extension UnsupportedTag {
    static let randomUID = UnsupportedTag(
        name: "phone or card with a random serial number",
        reason: "its serial number is another one each time, so that it cannot be found again")
}

// MARK: By its family

extension UnsupportedTag {
    /// A tag whose family is not written here.
    init(_ selected: SelectedTag) {
        switch selected.family {
        case .type2, .type4, .unknown: self = UnsupportedTag(sak: selected.sak) ?? .unknown(sak: selected.sak)
        case .classic: self.init(name: "MIFARE Classic", reason: Self.classic)
        case .type5:
            self.init(name: "NFC Forum Type 5 tag", reason: "this reader does not let its commands through")
        }
    }

    fileprivate static let classic = "an iPhone cannot read it: it is not an NFC Forum tag"
}

// MARK: By the answer to the last SELECT

extension UnsupportedTag {
    /// nil for SAK 00, which every Type 2 tag answers, and for tags that speak ISO/IEC 14443-4.
    init?(sak: UInt8) {
        switch sak {
        case 0x00: return nil
        case 0x01, 0x08, 0x88: self.init(name: "MIFARE Classic 1K", reason: Self.classic)
        case 0x09: self.init(name: "MIFARE Classic Mini", reason: Self.classic)
        case 0x18: self.init(name: "MIFARE Classic 4K", reason: Self.classic)
        case 0x19: self.init(name: "MIFARE Classic 2K", reason: Self.classic)
        case 0x28, 0x38:
            self.init(name: "smart card that emulates MIFARE Classic", reason: Self.classic)
        case 0x10, 0x11: self.init(name: "MIFARE Plus", reason: Self.classic)
        case _ where sak & 0x20 != 0: return nil
        case _ where sak & 0x40 != 0:
            self.init(name: "NFC-DEP device", reason: "it is a phone or another reader, not a tag")
        default: self = .unknown(sak: sak)
        }
    }

    fileprivate static func unknown(sak: UInt8) -> UnsupportedTag {
        UnsupportedTag(
            name: "unknown tag (SAK \(sak.hexadecimal))",
            reason: "it is neither a Type 2 tag, SAK 00, nor a Type 4 tag")
    }
}

// MARK: By the answer to GET_VERSION

extension UnsupportedTag {
    init(version: [UInt8]) {
        self =
            Self.versions[version]
            ?? UnsupportedTag(
                name: "unknown Type 2 tag (version \(version.hexadecimal))", reason: Self.otherFamily)
    }

    private static let versions: [[UInt8]: UnsupportedTag] = [
        [0x00, 0x04, 0x03, 0x01, 0x04, 0x00, 0x0F, 0x03]: .init("MIFARE Ultralight AES", otherFamily),
        [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B, 0x03]: .init("NTAG210", otherFamily),
        [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0B, 0x03]: .init("NTAG210", otherFamily),
        [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03]: .init("NTAG212", otherFamily),
        [0x00, 0x04, 0x04, 0x01, 0x02, 0x00, 0x0B, 0x03]: .init("NTAG210 micro", otherFamily),
        [0x00, 0x04, 0x04, 0x02, 0x02, 0x00, 0x0B, 0x03]: .init("NTAG210 micro", otherFamily),
        [0x00, 0x04, 0x04, 0x02, 0x04, 0x00, 0x0F, 0x03]: .init("NTAG223 DNA", otherConfiguration),
        [0x00, 0x04, 0x04, 0x02, 0x05, 0x00, 0x10, 0x03]: .init("NTAG224 DNA", otherConfiguration),
        [0x00, 0x04, 0x04, 0x05, 0x02, 0x00, 0x13, 0x03]: .init("NTAG I2C 1K", otherConfiguration),
        [0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x13, 0x03]: .init("NTAG I2C 1K", otherConfiguration),
        [0x00, 0x04, 0x04, 0x05, 0x02, 0x02, 0x13, 0x03]: .init("NTAG I2C plus 1K", otherConfiguration),
        [0x00, 0x04, 0x04, 0x05, 0x02, 0x00, 0x15, 0x03]: .init("NTAG I2C 2K", otherConfiguration),
        [0x00, 0x04, 0x04, 0x05, 0x02, 0x01, 0x15, 0x03]: .init("NTAG I2C 2K", otherConfiguration),
        [0x00, 0x04, 0x04, 0x05, 0x02, 0x02, 0x15, 0x03]: .init("NTAG I2C plus 2K", otherConfiguration),
        [0x00, 0x53, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03]: .init("Feiju copy of an NTAG213", clone),
        [0x00, 0x05, 0x34, 0x02, 0x01, 0x00, 0x11, 0x03]: .init("Feiju copy of an NTAG215", clone),
        [0x00, 0x34, 0x21, 0x01, 0x01, 0x00, 0x0E, 0x03]: .init("Mikron copy of an Ultralight UL21", clone),
    ]

    private init(_ name: String, _ reason: String) {
        self.init(name: name, reason: reason)
    }
}

// MARK: Without GET_VERSION

extension UnsupportedTag {
    /// The first byte of a serial number of 7 bytes names the manufacturer (ISO/IEC 7816-6); NXP is 04. Others answer
    /// like an Ultralight and have other lock bits.
    init?(uid: ChipUID) {
        guard uid.bytes.first != 0x04 else { return nil }
        self.init(
            name: "unknown Type 2 tag (manufacturer \(uid.bytes.first.map(\.hexadecimal) ?? "none"))",
            reason: Self.otherFamily)
    }
}
