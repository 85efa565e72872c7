import Faults
import Registry

/// A batch that has no tag of medium app-clip-code.
typealias NoClipCodes = Fault<NoClipCodesFaultCode>

enum NoClipCodesFaultCode: String, FaultCode, CaseIterable {
    /// The batch has no tag of medium app-clip-code.
    case noClipCodes = "no-clip-codes"
}

extension NoClipCodes {
    init(_ batch: Batch) {
        let media = Set(batch.tags.filter { $0.state != .retired }.map(\.medium.rawValue)).sorted()
        self.init(
            code: .noClipCodes, message: "batch \(batch.name) has no App Clip Codes",
            reason: media.isEmpty
                ? "all of its tags are retired" : "its tags are of medium \(media.joined(separator: " and "))",
            next: "name a batch with tags of medium app-clip-code (waymark batch list), or print the QR codes: "
                + "waymark sheet \(batch.name)")
    }
}
