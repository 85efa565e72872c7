internal import Faults
internal import TextCoding

/// What is asked of Apple's generator for one App Clip Code. Waymark never draws one: only Apple's tools may.
package struct ClipCodeRequest: Sendable, Equatable {
    /// What the code invites to: to be scanned, or to be touched as well.
    package enum Kind: String, Sendable, CaseIterable {
        case camera = "cam"
        case nfc

        /// The least width of the code on paper, in micrometres (Human Interface Guidelines, App Clips): a code with
        /// a tag behind it has to be as large as the tag.
        package var smallestDiameter: Int {
            switch self {
            case .camera: 19_000
            case .nfc: 34_800
            }
        }

        /// What goes behind the code; nil where nothing does. Apple asks for Type 5 and for the size of the antenna (Human
        /// Interface Guidelines, App Clips).
        package var tagAdvice: String? {
            switch self {
            case .camera: nil
            case .nfc:
                "behind a code of type nfc goes an NFC Type 5 tag with an antenna of at least 35 mm: an ICODE SLIX or an "
                    + "ICODE SLIX2, which waymark write writes on a reader for Type 5 tags"
            }
        }
    }

    /// What is beside the code's circle.
    package enum Logo: String, Sendable, CaseIterable {
        case none
        case badge
    }

    /// The file's name with `.svg`, at most 188 characters.
    package let file: String
    package let url: String
    /// RRGGBB, upper case.
    package let background: String
    package let foreground: String
    package let kind: Kind
    package let logo: Logo

    /// Whether a printer with one ink would lose one of the colours.
    package var isColoured: Bool {
        [background, foreground].contains { colour in
            let channels = [0, 2, 4].map { colour.dropFirst($0).prefix(2) }
            return Set(channels).count > 1
        }
    }

    /// How a code in colour is printed; nil for one in black, white and grey (Human Interface Guidelines, App Clips).
    package var printingAdvice: String? {
        isColoured
            ? "these codes are in colour: never print them on a printer that has black alone; for CMYK convert the colours "
                + "with relative colorimetric intent to Generic CMYK or GRACoL 2013 (deltaE at most 2.5)" : nil
    }

    /// Apple's printing houses take no longer names.
    private static let longestName = 188

    /// The code of a tag, in a file named for it. Throws when name, URL or colours are not what Apple's tools take.
    package init(
        tag: String, url: String, background: String = "FFFFFF", foreground: String = "000000",
        kind: Kind = .camera, logo: Logo = .none
    ) throws(ClipCodesError) {
        file = "\(tag).svg"
        guard file.count <= Self.longestName, !tag.isEmpty, !tag.contains(where: { "/\\\"\u{0}".contains($0) }),
            tag.first != "."
        else {
            throw ClipCodesError(
                code: .requestInvalid, message: "cannot ask for the code of tag \(tag.prefix(60))",
                reason: "its identifier is not a name for a file of at most \(Self.longestName) characters",
                next: "give the tag a shorter identifier without slashes")
        }
        guard url.hasPrefix("https://"), url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != 0x22 }) else {
            throw ClipCodesError(
                code: .requestInvalid, message: "cannot ask for the code of tag \(tag)",
                reason: "an App Clip Code carries an https URL of plain ASCII; this is \(url)",
                next: "correct the batch's template")
        }
        let colours = [background, foreground].map { $0.uppercased() }
        let isColour = colours.allSatisfy { $0.wholeMatch(of: #/[0-9A-F]{6}/#) != nil }
        guard isColour, colours[0] != colours[1] else {
            throw ClipCodesError(
                code: .requestInvalid, message: "cannot ask for codes in \(background) and \(foreground)",
                reason: "colours are six hexadecimal digits, and two different ones",
                next: "give them as RRGGBB, such as FFFFFF and 000000")
        }
        let contrast = ColourContrast.ratio(colours[0], colours[1])
        guard contrast >= ColourContrast.smallest else {
            let told = (contrast * 10).rounded(.down) / 10
            throw ClipCodesError(
                code: .requestInvalid, message: "cannot ask for codes in \(background) and \(foreground)",
                reason: "their contrast is \(told) to 1: phones need at least \(ColourContrast.smallest) to 1",
                next: "make one of the colours darker or the other lighter, such as FFFFFF and 000000")
        }
        self.url = url
        self.background = colours[0]
        self.foreground = colours[1]
        self.kind = kind
        self.logo = logo
    }
}
