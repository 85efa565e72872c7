internal import Faults

/// What one label says.
public struct LabelContent: Sendable, Equatable {
    /// The invocation URL, printable ASCII; it goes into the symbol byte for byte.
    public var url: String
    /// The tag identifier.
    public var tag: String
    /// The store identifier.
    public var store: String
    /// The store's name, in any script; empty when it has none.
    public var storeName: String
    /// Where in the store the label goes; may be empty.
    public var placement: String

    /// What the label is for.
    public var design: SignDesign
    /// What it asks people to do, in any script; empty for nothing.
    public var callToAction: String

    /// `callToAction` nil takes the design's own.
    public init(
        url: String, tag: String, store: String, storeName: String, placement: String,
        design: SignDesign = .label, callToAction: String? = nil
    ) {
        self.url = url
        self.tag = tag
        self.store = store
        self.storeName = storeName
        self.placement = placement
        self.design = design
        self.callToAction = callToAction ?? design.callToAction
    }

    /// Everything that it says, and what that is.
    var texts: [(what: String, text: String)] {
        [
            ("tag identifier", tag), ("store identifier", store), ("store name", storeName),
            ("placement", placement), ("call to action", callToAction),
        ]
    }

    /// More than this fits on no label; to find that out by laying it out would take long.
    private static let longestText = 300

    /// Throws unless the label names its tag and its store in text that can be printed.
    func check() throws(LabelsError) {
        for (what, text) in [("tag identifier", tag), ("store identifier", store)] where text.isEmpty {
            throw LabelsError(
                code: .contentIncomplete,
                message: "cannot print the label of tag \"\(tag)\"",
                reason: "it has no \(what); a mix-up could not be seen by eye",
                next: "give every label a tag identifier and a store identifier")
        }
        for (what, text) in texts {
            try LabelsError.refuseControlCharacters(in: text, what: what)
            guard text.unicodeScalars.count <= Self.longestText else {
                throw LabelsError(
                    code: .textDoesNotFit,
                    message: "cannot print the label of tag \(tag.prefix(40))",
                    reason: "its \(what) has more than \(Self.longestText) characters",
                    next: "shorten it")
            }
        }
    }
}

extension LabelsError {
    /// Line breaks and other control characters would be drawn as boxes or arrows, and end a text in C.
    static func refuseControlCharacters(in text: String, what: String) throws(LabelsError) {
        // Nearly every text is plain ASCII, and the tables of Unicode are slow.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7e }) else { return }
        let isControl = text.unicodeScalars.contains {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard isControl else { return }
        throw LabelsError(
            code: .textUnprintable,
            message: "cannot print the \(what) \(text.debugDescription)",
            reason: "it has control characters or line breaks",
            next: "remove them")
    }
}
