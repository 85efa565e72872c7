internal import Photographs

/// A photograph: a row for each code on it.
struct PhotographRows: SightingConverter {
    private var jpeg: [UInt8] = []

    mutating func take(_ bytes: [UInt8], isLast: Bool, into rows: inout SightingRows) throws {
        // One byte more than the limit says that it is beyond.
        jpeg += bytes.prefix(Photograph.sizeLimit + 1 - jpeg.count)
        guard isLast else { return }
        do throws(PhotographError) {
            let photograph = try Photograph(jpeg: jpeg)
            for content in photograph.contents { rows.append(Self.record(photograph, content)) }
        } catch {
            rows.refuse(error.reason)
        }
        jpeg = []
    }

    private static func record(_ photograph: Photograph, _ content: String) -> SightingRecord {
        SightingRecord(
            time: photograph.time, url: content, latitude: DecimalText.text(photograph.latitude),
            longitude: DecimalText.text(photograph.longitude),
            accuracy: photograph.accuracy.map(DecimalText.text) ?? "", source: "photograph",
            device: photograph.camera ?? "")
    }
}
