import API
import ArgumentParsing
import Registry

/// What the chips of a batch are to be, on the command line.
enum BatchRuleOptions {
    static let protect = Option.optional(
        "protect", .choice(of: Protection.self),
        help: "after a tag's read-back: lock makes it read-only for ever, password lets only this station write it")
    static let mirror = Option.optional(
        "mirror", .choice(of: RulesRequest.Mirror.self),
        help: "what a tag shows in the URL's zeros: uid (14), counter (6), both (14, x, 6)")
    static let requireGenuine = Option.flag(
        "require-genuine", help: "refuse chips without a good signature of their maker")
    static let checkGenuine = Option.flag("check-genuine", help: "put on record what a chip's signature says")
    static let anyChip = Option.flag("any-chip", help: "look at no signature any more")

    static let forCreation: [any ParameterKey] = [protect, mirror, requireGenuine, checkGenuine]
    static let forChange: [any ParameterKey] = forCreation + [anyChip]

    static func request(_ values: ParsedValues, anyChip isAny: Bool = false) -> RulesRequest {
        let genuineness: GenuinenessRule? =
            values[requireGenuine] ? .required : values[checkGenuine] ? .recorded : isAny ? .unchecked : nil
        return RulesRequest(protection: values[protect], mirror: values[mirror], genuineness: genuineness)
    }
}

extension BatchRules {
    /// What is asked of chips beyond their URLs, a sentence each.
    var sentences: [String] {
        let protection: String? =
            switch protection {
            case .none: nil
            case .lock: "each tag is LOCKED FOR EVER once it is written and read back: it can never be changed again"
            case .password: "each tag is protected by a password that is made from the station's key"
            }
        let shown: String? =
            switch mirror {
            case nil: nil
            case .uid: "each tag shows its UID in its URL"
            case .counter: "each tag shows in its URL how often it was read"
            case .both: "each tag shows in its URL its UID and how often it was read"
            }
        let checked: String? =
            switch genuineness {
            case .unchecked: nil
            case .recorded: "the maker's signature of each chip is looked at and put on record"
            case .required: "chips without a good signature of their maker are refused"
            }
        return [protection, shown, checked].compactMap { $0 }
    }
}
