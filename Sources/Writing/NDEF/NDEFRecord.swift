public import Faults

/// One record of an NDEF message. Chunks are already joined: a record here is whole.
public struct NDEFRecord: Hashable, Sendable {
    public let format: TypeNameFormat
    /// At most 255 bytes; empty exactly for the formats `empty` and `unknown`.
    public let type: [UInt8]
    /// At most 255 bytes; usually empty.
    public let identifier: [UInt8]
    public let payload: [UInt8]

    /// A record that obeys the rules of its format, or the error that says which one it breaks.
    public init(
        format: TypeNameFormat, type: [UInt8], identifier: [UInt8] = [], payload: [UInt8]
    ) throws(NDEFError) {
        guard format != .unchanged else {
            throw NDEFError(.badTypeNameFormat, reason: "format 6 marks a chunk, not a record")
        }
        guard format.namesType == !type.isEmpty else {
            let rule = format.namesType ? "needs a type" : "has no type"
            throw NDEFError(.badTypeNameFormat, reason: "a record of format \(format.rawValue) \(rule)")
        }
        guard format != .empty || (identifier.isEmpty && payload.isEmpty) else {
            throw NDEFError(.badTypeNameFormat, reason: "an empty record has no identifier and no payload")
        }
        guard type.count <= 255, identifier.count <= 255, payload.count <= NDEFMessage.largestSize else {
            throw NDEFError(.tooLarge, reason: "a type, identifier or payload exceeds its length field")
        }
        self.init(unchecked: format, type: type, identifier: identifier, payload: payload)
    }

    /// For callers whose arguments obey the rules by construction.
    init(unchecked format: TypeNameFormat, type: [UInt8], identifier: [UInt8], payload: [UInt8]) {
        self.format = format
        self.type = type
        self.identifier = identifier
        self.payload = payload
    }
}
