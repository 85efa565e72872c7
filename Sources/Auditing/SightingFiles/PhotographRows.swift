internal import Photographs

/// A photograph: a row for each code on it.
struct PhotographRows: SightingConverter {
    private let format: PhotographFormat
    private var file: [UInt8] = []

    init(_ format: PhotographFormat) { self.format = format }

    mutating func take(_ bytes: [UInt8], isLast: Bool, into rows: inout SightingRows) throws {
        // One byte more than the limit says that it is beyond.
        file += bytes.prefix(Photograph.sizeLimit + 1 - file.count)
        guard isLast else { return }
        do throws(PhotographError) {
            rows.append(try Photograph(file, as: format))
        } catch {
            rows.refuse(error.reason)
        }
        file = []
    }
}

extension SightingRows {
    /// A row for each code on it.
    mutating func append(_ photograph: Photograph) {
        for content in photograph.contents {
            append(
                SightingRecord(
                    time: photograph.time, url: content, latitude: DecimalText.text(photograph.latitude),
                    longitude: DecimalText.text(photograph.longitude),
                    accuracy: photograph.accuracy.map(DecimalText.text) ?? "", source: "photograph",
                    device: photograph.camera ?? ""))
        }
    }
}
