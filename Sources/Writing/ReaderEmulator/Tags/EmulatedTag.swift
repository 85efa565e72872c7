/// A tag that can be on an antenna: a model of one product, as a value. A copy is a second tag with the same memory.
public protocol EmulatedTag: Sendable {
    /// The product's name in lower case, as the verbs of the emulator spell it.
    var productName: String { get }
    /// How the tag is spoken to.
    var technology: TagTechnology { get }
    /// The serial number that the anticollision yields.
    var uid: [UInt8] { get }
    /// ATQA, two bytes in the order they have on air; only tags of ISO/IEC 14443 have one.
    var atqa: [UInt8] { get }
    /// The answer to the last SELECT; only tags of ISO/IEC 14443 have one.
    var sak: UInt8 { get }
    /// All that the tag keeps without power, as a hexadecimal dump shows it.
    var dump: [[UInt8]] { get }
    /// Where the tag is in its life in the field.
    var card: CardState { get set }
    /// How the tag behaves where that is open. The antenna sets it.
    var variant: HardwareVariant { get set }

    /// The tag got power: what acts from then on acts.
    mutating func wasPoweredUp()
    /// The tag was selected: what acts from then on acts.
    mutating func wasSelected()
    /// Everything is forgotten that lasts as long as a selection.
    mutating func endSession()
    /// Carries out one frame, given without its CRC. Of tags of ISO/IEC 14443 only an active one answers.
    mutating func receive(_ frame: [UInt8]) -> TagResponse
    /// The same while the power fails in the middle of a write, which leaves this behind.
    mutating func receive(_ frame: [UInt8], tornBy torn: TornWrite?) -> TagResponse
    /// A frame arrived whose CRC does not fit.
    mutating func receiveDamagedFrame() -> TagResponse
}

extension EmulatedTag {
    public var technology: TagTechnology { .iso14443A }

    public var atqa: [UInt8] { [] }

    public var sak: UInt8 { 0 }

    /// Whether the tag is selected and carries out commands.
    public var isActive: Bool { card.phase == .active || card.phase == .inProtocol }

    public mutating func wasPoweredUp() {}

    public mutating func wasSelected() {}

    /// The tag enters a field.
    public mutating func powerOn() {
        guard card.powerOn() else { return }
        endSession()
        wasPoweredUp()
    }

    /// The tag leaves the field, or the field goes off.
    public mutating func powerOff() {
        card.powerOff()
        endSession()
    }

    /// REQA or WUPA: whether the tag answers with its ATQA.
    public mutating func hear(_ request: WakeUpRequest) -> Bool {
        guard technology == .iso14443A else { return false }
        if card.phase == .active { endSession() }
        return card.hear(request)
    }

    /// SELECT with the whole serial number, for a tag that has answered a request.
    public mutating func select() {
        guard card.phase == .ready else { return }
        card.select()
        endSession()
        wasSelected()
    }

    /// HLTA, or S(DESELECT) for a tag that speaks in blocks: the tag sleeps until WUPA, or until it loses its power.
    public mutating func halt() {
        guard isActive else { return }
        card.halt()
        endSession()
    }

    /// The tag forgets its session and waits for a request, as after a refusal.
    public mutating func goIdle() {
        guard isActive || card.phase == .ready else { return }
        card.fallBack()
        endSession()
    }
}
