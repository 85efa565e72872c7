/// What an onlooker sees happen at an antenna.
public enum AntennaEvent: Sendable, Equatable {
    /// A tag was put into the field.
    case inserted
    /// The tag left the field: taken away, or torn away by a fault.
    case removed
    /// The reader looked for tags and selected one.
    case selected
    /// The reader looked for tags and none is there.
    case foundNone
    /// The reader sent this command to the tag.
    case command([UInt8])
}
