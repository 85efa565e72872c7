internal import CSV

/// Sightings of another format for an audit, as rows of CSV.
///
/// Item n of the file, a line, a waypoint or a feature, is always line n + 1 of the rows, one line each, whether good,
/// bad or left out: so a problem that the audit finds in a line can be reported for the item.
struct SightingRows {
    private var writer = RowWriter(
        SightingRecord.columns, numbers: SightingRecord.numbers, lineEnding: .lf)
    private let file: String
    private let notes: SightingNotes
    private let defaults: SightingDefaults
    private var items = 0
    private var leftOut = 0
    private var withoutAccuracy = 0
    private var sightings = 0

    init(file: String, item: SightingNotes.Item, notes: SightingNotes, defaults: SightingDefaults) {
        self.file = file
        self.notes = notes
        self.defaults = defaults
        notes.begin(file, item)
    }

    mutating func append(_ record: SightingRecord) {
        var record = record
        if Double(record.accuracy) == 0 {
            // What phones, cameras and their apps write when they know none: not a surveyed place, as in a table of CSV.
            withoutAccuracy += 1
            record.accuracy = ""
        }
        if record.accuracy.isEmpty, let accuracy = defaults.accuracy { record.accuracy = DecimalText.text(accuracy) }
        if record.confidence.isEmpty, let confidence = defaults.confidence {
            record.confidence = DecimalText.text(confidence)
        }
        items += 1
        sightings += 1
        writer.append(record.fields)
    }

    /// An item that is none: a row that the audit refuses, so that it counts as bad, for a reason of our own.
    mutating func refuse(_ reason: @autoclosure () -> String) {
        items += 1
        notes.refuse(file, line: items + 1, reason())
        writer.append(SightingRecord().fields)
    }

    /// An item that is not a sighting and does not claim to be one.
    mutating func leaveOut() {
        leftOut += 1
        skip()
    }

    /// An empty line.
    mutating func skip() {
        items += 1
        writer.appendBlankLine()
    }

    mutating func take() -> [UInt8] { writer.take() }

    /// Says how many there are, and what was left out.
    func finish() {
        notes.count(file, sightings: sightings)
        if leftOut > 0 { notes.warn(file, leftOut: leftOut) }
        if withoutAccuracy > 0 { notes.warn(file, withoutAccuracy: withoutAccuracy) }
    }
}
