package import Registry

/// What people noted of scans, the newest first.
package struct RemarkList: Hashable, Sendable, Codable {
    /// A note, and whether there is a picture of the scan: `GET /v1/remarks/{number}/picture`.
    package struct Remark: Hashable, Sendable, Codable {
        package let number: Int64
        /// When the code was scanned, by the phone's clock.
        package let time: Timestamp
        /// What the code held.
        package let url: String
        package let note: String
        /// In bytes; nil without a picture.
        package let pictureSize: Int?

        package init(_ remark: ListedRemark) {
            number = remark.number
            time = Timestamp(milliseconds: remark.time * 1_000)
            url = remark.url
            note = remark.note
            pictureSize = remark.pictureSize
        }
    }

    package let schema: Int
    package let remarks: [Remark]

    package static let limit = 200

    package init(_ remarks: [ListedRemark]) {
        schema = 1
        self.remarks = remarks.map(Remark.init)
    }
}
