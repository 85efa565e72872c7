/// A tag that can lie on an antenna: a model of one product, as a value. A copy is a second tag with the same memory.
public protocol EmulatedTag: Sendable {
    /// The product's name in lower case, as the verbs of the emulator spell it.
    var productName: String { get }
    /// The serial number.
    var uid: [UInt8] { get }
    /// ATQA, two bytes in the order they have on air.
    var atqa: [UInt8] { get }
    /// The answer to the last SELECT.
    var sak: UInt8 { get }
    /// Whether the tag is selected and carries out commands.
    var isActive: Bool { get }
    /// All that the tag keeps without power, as a hexadecimal dump shows it.
    var dump: [[UInt8]] { get }

    /// The tag enters a field.
    mutating func powerOn()
    /// The tag leaves the field, or the field goes off.
    mutating func powerOff()
    /// Wakes the tag and runs the anticollision to its end: true if the tag is now active.
    mutating func select() -> Bool
    /// HLTA: the tag sleeps until it is selected again.
    mutating func halt()
    /// The tag forgets its session, as after a refusal.
    mutating func goIdle()
    /// Carries out one frame, given without CRC_A. Only an active tag answers.
    mutating func receive(_ frame: [UInt8]) -> TagResponse
    /// The same while the power fails: a write in progress that is not protected against tearing leaves `tornBytes`.
    mutating func receive(_ frame: [UInt8], leavingTornPage tornBytes: [UInt8]?) -> TagResponse
    /// A frame arrived whose CRC_A does not fit.
    mutating func receiveDamagedFrame() -> TagResponse
}
