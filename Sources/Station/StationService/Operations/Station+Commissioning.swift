internal import API
internal import AuditLedger
internal import Faults
internal import Geodesy
internal import Registry

/// Where installers put tags up.
extension Station {
    /// Notes the positions of tags that rows say were put up. A row that is sent again finds its position noted, and changes
    /// nothing. Returns why others were not noted.
    func commission(
        _ rows: [(offset: Int, element: WalkUpload.Row)], _ walk: WalkScope, by author: Author
    ) async throws -> [WalkReceipt.Refusal] {
        var refused: [WalkReceipt.Refusal] = []
        for (row, seen) in rows {
            guard let id = seen.commissions else { continue }
            let tag = try await queries.tag(id)
            if let reason = Self.reason(against: seen, commissioning: tag, walk) {
                refused.append(WalkReceipt.Refusal(row: row, reason: reason))
                continue
            }
            guard let tag else { continue }
            let deployed = Deployed(
                position: try Coordinate(latitude: seen.latitude, longitude: seen.longitude), accuracy: seen.accuracy,
                time: seen.time)
            guard tag.deployed != deployed else { continue }
            do {
                try await storage.record(
                    .tagCommissioned(TagCommissioning(tag: id, batch: tag.batch, deployed: deployed)), by: author)
            } catch let error as RegistryError where error.code == .contradiction || error.code == .unknownTag {
                refused.append(WalkReceipt.Refusal(row: row, reason: "\(error.message): \(error.reason)"))
            }
        }
        return refused
    }

    private static func reason(against seen: WalkUpload.Row, commissioning tag: Tag?, _ walk: WalkScope) -> String? {
        guard walk.task == .install else { return "the phone is paired to audit, and not to install" }
        guard let tag, walk.identifiers.contains(tag.store) else { return "no store of this walk has the tag" }
        // A chip that shows its UID or a count of its reads gives another URL each time.
        let plain = MirroredURLs([tag]).plain(Array(seen.url.utf8))
        return tag.isNamed(by: String(decoding: plain, as: UTF8.self)) ? nil : "the code is not that of tag \(tag.id)"
    }
}
