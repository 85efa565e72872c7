public import Faults

extension NDEFMessage {
    /// The message that opens an App Clip: one URI record, first and alone.
    public init(uri: String) throws(NDEFError) {
        self.init(records: [try URIRecord(uri).record])
    }

    /// The URI that a phone acts on: the first URI record of the message, even behind other records.
    /// nil when there is none, or when that record is damaged.
    public var firstURI: String? {
        let isURI = { (record: NDEFRecord) in
            record.format == .wellKnown && record.type == [UInt8(ascii: "U")]
        }
        return records.first(where: isURI).flatMap { try? URIRecord($0)?.uri }
    }
}
