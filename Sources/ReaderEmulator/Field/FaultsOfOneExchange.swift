/// What all faults of one exchange come to together.
struct FaultsOfOneExchange {
    private(set) var isTorn = false
    private(set) var delay = Duration.zero
    private var isHeard = true
    private var isAnswered = true
    private var isCorrupted = false
    private var tornPage: [UInt8]?
    private var refusal: UInt8?

    init(_ faults: [AntennaFault]) {
        for fault in faults {
            switch fault {
            case .tear(let lost, let page):
                isTorn = true
                tornPage = page
                lose(lost)
                isAnswered = isAnswered && page == nil
            case .drop(let lost): lose(lost)
            case .corrupt: isCorrupted = true
            case .delay(let time): delay += time
            case .refuse(let code): refusal = code
            }
        }
    }

    private mutating func lose(_ part: LostPart?) {
        if part == .command { isHeard = false }
        if part == .answer { isAnswered = false }
    }

    /// Lets the tag have its exchange, as far as these faults leave it one.
    func apply(
        to tag: inout any EmulatedTag, _ receive: (inout any EmulatedTag, _ tornPage: [UInt8]?) -> TagResponse
    ) -> TagResponse {
        guard isHeard else { return .silence }
        let response: TagResponse
        if let refusal, tag.isActive {
            tag.goIdle()
            response = .nibble(refusal)
        } else {
            response = receive(&tag, tornPage)
        }
        guard isAnswered else { return .silence }
        return isCorrupted ? response.corrupted() : response
    }
}

extension TagResponse {
    /// The same answer with a bit error in it; of a 4-bit answer nothing is left.
    fileprivate func corrupted() -> TagResponse {
        switch self {
        case .bytes(var bytes):
            if !bytes.isEmpty { bytes[bytes.count / 2] ^= 0x10 }
            return .corrupted(bytes)
        case .nibble: return .corrupted([])
        case .silence, .corrupted: return self
        }
    }
}
