internal import API
internal import Foundation
internal import Registry

/// What a phone sends beside a sighting, once it is known to be a note and a picture.
struct ScanRemark: Hashable, Sendable {
    /// Why it is not kept. The sighting is.
    struct Refusal: Error {
        let reason: String
    }

    let note: String
    let picture: ScanPicture?

    init(_ remark: WalkUpload.Remark) throws(Refusal) {
        guard remark.note.unicodeScalars.count <= KeptRemark.longestNote else {
            throw Refusal(reason: "its note has more than \(KeptRemark.longestNote) characters")
        }
        note = remark.note
        guard let text = remark.picture else {
            picture = nil
            return
        }
        guard let bytes = Data(base64Encoded: text) else { throw Refusal(reason: "its picture is not base64") }
        do {
            picture = try ScanPicture(jpeg: Array(bytes))
        } catch {
            throw Refusal(reason: error.reason)
        }
    }

    private init(note: String) {
        self.note = note
        picture = nil
    }

    var withoutPicture: ScanRemark { ScanRemark(note: note) }
}
