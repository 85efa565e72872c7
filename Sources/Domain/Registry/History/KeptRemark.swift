/// What a person noted of a scan, and the picture of it. It goes with the sightings of its device and of its time.
public struct KeptRemark: Hashable, Sendable {
    /// Seconds since 1970, and what the code held: those of the sighting.
    public let time: Int64
    @ByteCompared public private(set) var url: String
    public let device: DevicePseudonym
    /// Empty without one.
    @ByteCompared public private(set) var note: String
    public let picture: ScanPicture?

    /// Characters of a note.
    public static let longestNote = 500
    /// Pictures that a registry keeps at a time.
    public static let pictureLimit = 20_000

    public init(time: Int64, url: String, device: DevicePseudonym, note: String, picture: ScanPicture?) {
        self.time = time
        self.url = url
        self.device = device
        self.note = note
        self.picture = picture
    }

    /// Whether nothing is left of it: then it replaces what was noted before by nothing.
    public var isEmpty: Bool { note.isEmpty && picture == nil }
}

/// A remark as lists have it: without its picture.
public struct ListedRemark: Hashable, Sendable {
    /// Counted by the registry, from 1.
    public let number: Int64
    /// Seconds since 1970.
    public let time: Int64
    public let url: String
    public let note: String
    /// The size of its picture's file in bytes; nil without one.
    public let pictureSize: Int?

    public init(number: Int64, time: Int64, url: String, note: String, pictureSize: Int?) {
        self.number = number
        self.time = time
        self.url = url
        self.note = note
        self.pictureSize = pictureSize
    }
}
