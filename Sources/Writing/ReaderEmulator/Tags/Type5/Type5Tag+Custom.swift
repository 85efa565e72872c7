/// What NXP's tags do beyond the standard, as far as a reader can come across it.
extension Type5Tag {
    static let nxp: UInt8 = 0x04

    /// A custom command names its maker before the serial number; those of other makers are not heard.
    mutating func carryOutCustom(_ request: VicinityRequest) -> TagResponse {
        guard uid[1] == Self.nxp, request.maker == uid[1], !request.hasOption else { return .silence }
        switch (request.code, request.parameters.count) {
        case (0xB2, 0):
            var bits = SeededBits(seed: uid.reduce(UInt64(random?[0] ?? 0)) { $0 << 8 ^ UInt64($1) })
            let number = bits.next()
            let answer = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            random = answer
            return .bytes([0x00] + answer)
        case (0xB3, 5): return open(id: request.parameters[0], with: Array(request.parameters[1...]))
        case (0xBD, 0) where product.hasSignature: return .bytes([0x00] + signature)
        case (0xB2, _), (0xB3, _): return .silence
        default: return refuseUnknown()
        }
    }

    /// SET PASSWORD: the password comes XORed with the random number, twice over. A wrong one silences the tag.
    private mutating func open(id: UInt8, with bytes: [UInt8]) -> TagResponse {
        guard let random, let password = passwords[id] else { return refuse(.unknown) }
        self.random = nil
        guard zip(bytes, random + random).map({ $0 ^ $1 }) == password else {
            isSilenced = true
            return .silence
        }
        opened.insert(id)
        // The password of the privacy mode ends it.
        if id == 0x04 { isPrivate = false }
        return .bytes([0x00])
    }
}
