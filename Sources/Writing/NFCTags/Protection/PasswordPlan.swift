public import Chips
internal import Faults
import NDEF

/// What is left to do until a tag has its password, or has none any more.
public struct PasswordPlan: Hashable, Sendable {
    enum Step: Hashable {
        case password
        case acknowledgement
        case page(PageWrite)
    }

    /// AUTH0 of our tags: page 2 with the static lock bits is the first that needs the password, so that no one else
    /// can lock the tag either.
    static let firstProtectedPage: UInt8 = 0x02
    static let off: UInt8 = 0xFF

    /// The tag for which the plan was made; it fits no other.
    public let uid: ChipUID
    let steps: [Step]
    /// Whether the tag must be opened with the password it has.
    public let needsPassword: Bool
    /// Whether the plan takes the protection off.
    public let isRemoval: Bool
    /// CFG0 and CFG1 as a read-back must show them.
    let configuration: [UInt8]

    /// Whether nothing is left to do but to verify.
    public var isEmpty: Bool { steps.isEmpty }
    /// How many writes are left.
    public var count: Int { steps.count }

    enum Goal { case protect, replace, remove }

    /// `keepsMirror`: the tag shows what it should, and continues to do so.
    init(_ goal: Goal, on image: Type2Image, keepsMirror: Bool) throws(TagError) {
        guard case .password(let page) = image.product.protection else {
            throw .notProtectable(image.uid, "an \(image.product.name) has no password")
        }
        guard let cfg0 = image[page: page], let sound = image.soundCFG0(keepsMirror: keepsMirror),
            let cfg1 = image[page: page + 1]
        else { throw TagError(.notRead(page: page), of: image) }
        uid = image.uid
        isRemoval = goal == .remove
        let auth0 = goal == .remove ? Self.off : Self.firstProtectedPage
        let newCFG0 = sound.prefix(3) + [auth0]
        // PROT 0: reading is open. AUTHLIM 0: guessing cannot close the tag for ever. What counts reads stays
        // (NFC_CNT_EN, NFC_CNT_PWD_PROT).
        let newCFG1 = [cfg1[0] & 0x58] + cfg1.dropFirst()
        configuration = newCFG0 + newCFG1
        // The password is needed where AUTH0 comes before PACK, the last page.
        needsPassword = Int(cfg0[3]) <= page + 3
        let isDone = cfg0 == Array(newCFG0) && cfg1 == newCFG1
        if isDone && goal == .protect {
            steps = []
            return
        }
        guard cfg1[0] & 0x40 == 0 || isDone else {
            throw .notProtectable(image.uid, "its configuration is frozen for ever (CFGLCK)")
        }
        var steps: [Step] = []
        // First of all nothing is protected, so that all that follows can be done again; AUTH0 closes last.
        if cfg0[3] != Self.off { steps.append(.page(PageWrite(page: page, bytes: sound.prefix(3) + [Self.off]))) }
        steps += [.password, .acknowledgement]
        if cfg1 != newCFG1 { steps.append(.page(PageWrite(page: page + 1, bytes: newCFG1))) }
        if goal != .remove { steps.append(.page(PageWrite(page: page, bytes: Array(newCFG0)))) }
        self.steps = steps
    }
}

extension TagError {
    static func notProtectable(_ uid: ChipUID, _ reason: String) -> TagError {
        TagError(
            code: .notProtectable, message: "tag \(uid) cannot have a password", reason: reason,
            next: "use an NTAG213, NTAG215 or NTAG216, or lock it")
    }

    static func wrongPassword(_ uid: ChipUID, _ reason: String) -> TagError {
        TagError(
            code: .wrongPassword, message: "tag \(uid) does not open", reason: reason,
            next: "put it on the reader again; if it stays closed, it was protected with another key")
    }
}
