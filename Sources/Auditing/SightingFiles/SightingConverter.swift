/// Makes rows of one format.
protocol SightingConverter {
    /// Takes the next bytes; after the last ones, `isLast` with none. Throws `SightingFileError` when the file itself,
    /// not one of its sightings, cannot be read.
    mutating func take(_ bytes: [UInt8], isLast: Bool, into rows: inout SightingRows) throws
}
