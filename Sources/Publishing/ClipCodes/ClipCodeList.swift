internal import Faults

/// The codes of one batch, for Apple's generator and for the printing house.
package struct ClipCodeList: Sendable, Equatable {
    package let requests: [ClipCodeRequest]

    /// A printing house takes no more codes at once.
    private static let most = 10_000

    /// Throws when there are none or too many, or when two would have the same file; on some disks names differ
    /// by more than their case.
    package init(_ requests: [ClipCodeRequest]) throws(ClipCodesError) {
        guard (1...Self.most).contains(requests.count) else {
            throw ClipCodesError(
                code: .listInvalid, message: "cannot list \(requests.count) App Clip Codes",
                reason: "a list has 1 to \(Self.most) codes", next: "split the batch")
        }
        var files: Set<String> = []
        for request in requests where !files.insert(request.file.lowercased()).inserted {
            throw ClipCodesError(
                code: .listInvalid, message: "two codes would be in \(request.file)",
                reason: "their tags have the same identifier", next: "correct the batch")
        }
        self.requests = requests
    }

    /// The batch file of Apple's App Clip Code Generator: fixed columns in a fixed order.
    package var generatorCSV: [UInt8] {
        Self.lines(
            "SVG File Name,URL,Background Color,Foreground Color,Type,Logo",
            requests.map {
                [$0.file, $0.url, $0.background, $0.foreground, $0.kind.rawValue, $0.logo.rawValue]
            })
    }

    /// The file that maps the codes to their URLs for the printing house. Apple's sample has the space.
    package var mappingCSV: [UInt8] {
        Self.lines("SVG File Name, URL", requests.map { [$0.file, $0.url] })
    }

    private static func lines(_ header: String, _ rows: [[String]]) -> [UInt8] {
        let text = ([header] + rows.map { $0.map(field).joined(separator: ",") }).joined(separator: "\n")
        return Array("\(text)\n".utf8)
    }

    /// A URL may have commas; quotation marks are in no field (RFC 4180, 2).
    private static func field(_ text: String) -> String { text.contains(",") ? "\"\(text)\"" : text }
}
