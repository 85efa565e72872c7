/// What all faults of one exchange come to together.
struct FaultsOfOneExchange {
    private(set) var isTorn = false
    private(set) var delay = Duration.zero
    private var isHeard = true
    private var isAnswered = true
    private var isCorrupted = false
    private var torn: TornWrite?
    private var refusal: UInt8?

    init(_ faults: [AntennaFault]) {
        for fault in faults {
            switch fault {
            case .tear(let lost, let torn):
                isTorn = true
                self.torn = torn
                lose(lost)
                isAnswered = isAnswered && torn == nil
            case .drop(let lost): lose(lost)
            case .corrupt: isCorrupted = true
            case .delay(let time): delay += time
            case .refuse(let code): refusal = code
            }
        }
    }

    private mutating func lose(_ part: LostHalf?) {
        if part == .command { isHeard = false }
        if part == .answer { isAnswered = false }
    }

    /// Lets the tag have its exchange, as far as these faults leave it one.
    func apply(
        to tag: inout any EmulatedTag, _ receive: (inout any EmulatedTag, _ torn: TornWrite?) -> TagResponse
    ) -> TagResponse {
        guard isHeard else { return .silence }
        let response: TagResponse
        if let refusal, tag.technology == .iso15693 {
            response = .bytes([0x01, refusal])
        } else if let refusal, tag.isActive {
            tag.goIdle()
            response = .nibble(refusal)
        } else {
            response = receive(&tag, torn)
        }
        guard isAnswered else { return .silence }
        return isCorrupted ? response.corrupted() : response
    }
}

extension TagResponse {
    /// The same answer with a bit error in it; of a 4-bit answer nothing is left.
    func corrupted() -> TagResponse {
        switch self {
        case .bytes(var bytes):
            if !bytes.isEmpty { bytes[bytes.count / 2] ^= 0x10 }
            return .corrupted(bytes)
        case .nibble: return .corrupted([])
        case .silence, .corrupted: return self
        }
    }
}
