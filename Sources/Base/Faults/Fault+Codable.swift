/// The form on the wire: the members `code`, `message`, `why` and `next`.
extension Fault: Codable where Code.Context == NoContext {
    private enum CodingKeys: String, CodingKey {
        case code
        case message
        case reason = "why"
        case next
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let text = try members.decode(String.self, forKey: .code)
        guard let code = Code(rawValue: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: members, debugDescription: "\(text) is not one of its codes")
        }
        self.init(
            code: code, message: try members.decode(String.self, forKey: .message),
            reason: try members.decode(String.self, forKey: .reason),
            next: try members.decode(String.self, forKey: .next))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(code.rawValue, forKey: .code)
        try members.encode(message, forKey: .message)
        try members.encode(reason, forKey: .reason)
        try members.encode(next, forKey: .next)
    }
}
