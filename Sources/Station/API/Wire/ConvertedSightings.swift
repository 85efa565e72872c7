package import Foundation

/// A file of sightings of whatever form as rows of sightings in CSV, and what only its reader knows of them.
package struct ConvertedSightings: Hashable, Sendable, Codable {
    /// What the file counts.
    package enum Item: String, Hashable, Sendable, Codable, CaseIterable {
        case line, waypoint, feature
        /// A QR code on a photograph.
        case code
    }

    /// An item that is not a sighting, and stays a row that every audit counts as bad.
    package struct Refusal: Hashable, Sendable, Codable {
        /// The line of the rows, from 2; item n is line n + 1.
        package let line: Int
        package let reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// Bytes of rows at most: as many as a file of the API may have.
    package static let contentLimit = 64 << 20

    /// As the person named it.
    package let file: String
    /// Nil for a table, which is as it was.
    package let item: Item?
    /// How many sightings it holds; nil for a table.
    package let sightings: Int?
    /// The rows, for `POST /v1/sightings`.
    package let content: Data
    /// The first 200.
    package let refusals: [Refusal]
    package let warnings: [String]

    package init(
        file: String, item: Item?, sightings: Int?, content: Data, refusals: [Refusal], warnings: [String]
    ) {
        self.file = file
        self.item = item
        self.sightings = sightings
        self.content = content
        self.refusals = refusals
        self.warnings = warnings
    }
}
