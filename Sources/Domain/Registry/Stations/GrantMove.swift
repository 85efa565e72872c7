public import Chips

/// How a station's rights to write tags of a hub come and go, in its own journal: each is durable there before anything
/// follows from it, and the hub hears of it later.
public enum GrantMove: Hashable, Sendable {
    /// Before the request is sent.
    case asked(GrantRequest)
    /// The answer arrived, with what its tags need: from here on the station may write them.
    case taken(Grant, HubDocuments)
    /// The request is over without an answer; one that arrives later is not taken.
    case declined(GrantEnd)
    /// Tags that are only planned go back; or one that is on a chip, which it keeps.
    case returned(GrantEnd)
    /// The whole grant is over: its planned tags go back, the others keep their chips.
    case closed(GrantEnd)
    /// The station has heard of the hub's era. Its open requests are void.
    case eraAdopted(EraAdoption)

    /// The batch that it changes; nil where it changes none.
    public var batch: BatchName? {
        switch self {
        case .taken(let grant, _): grant.batch
        case .returned(let end), .closed(let end): end.batch
        case .asked, .declined, .eraAdopted: nil
        }
    }
}

extension GrantMove {
    var kind: JournalEvent.Kind {
        switch self {
        case .asked: .grantAsked
        case .taken: .grantTaken
        case .declined: .grantDeclined
        case .returned: .grantReturned
        case .closed: .grantClosed
        case .eraAdopted: .eraAdopted
        }
    }

    var payload: any Encodable & Sendable {
        switch self {
        case .asked(let value): value
        case .taken(let grant, _): grant
        case .declined(let value), .returned(let value), .closed(let value): value
        case .eraAdopted(let value): value
        }
    }
}

/// The end of a request or a grant, or of a part of one.
public struct GrantEnd: Hashable, Sendable, Codable {
    /// See ``GrantRequest/number``.
    public let request: Int
    public let batch: BatchName
    /// The planned tags that go back with it; or the one on ``chip``.
    public let tags: [TagID]
    /// The chip that keeps the one tag that goes back; nil where planned tags do.
    public let chip: ChipUID?
    /// Why a chip's tag does not come; nil in every other end.
    public let refusal: LoanRefusal?

    public init(
        request: Int, batch: BatchName, tags: [TagID] = [], chip: ChipUID? = nil, refusal: LoanRefusal? = nil
    ) {
        self.request = request
        self.batch = batch
        self.tags = tags
        self.chip = chip
        self.refusal = refusal
    }
}

public struct EraAdoption: Hashable, Sendable, Codable {
    public let era: Era

    public init(_ era: Era) {
        self.era = era
    }
}
