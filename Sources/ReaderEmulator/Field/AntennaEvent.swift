/// What an onlooker sees happen at an antenna.
public enum AntennaEvent: Sendable, Equatable {
    /// A tag was put into the field.
    case inserted
    /// The tag left the field: taken away, or torn away by a fault.
    case removed
    /// The reader looked for tags and selected the one in the field.
    case selected
    /// The reader looked for tags and found none.
    case foundNone
    /// The reader sent this command to the tag.
    case command([UInt8])
}
