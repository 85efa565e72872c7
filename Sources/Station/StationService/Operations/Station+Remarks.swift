internal import API
internal import Foundation
internal import HTTPServer
internal import Registry

/// Notes and pictures of scans.
extension Station {
    func remarks(tag id: TagID?, finding number: Int?) async throws -> RemarkList {
        var urls: [String]?
        if let id {
            guard let tag = try await queries.tag(id) else { throw RegistryError.unknownTag(id) }
            urls = Self.contents(of: tag)
        }
        if let number {
            let tags = Set(try await finding(number).tags)
            // Of a tag without a name the URL is the label.
            var named = tags.filter { $0.contains("://") }
            for id in tags.compactMap({ TagID($0) }) {
                if let tag = try await queries.tag(id) { named.formUnion(Self.contents(of: tag)) }
            }
            urls = urls.map { $0.filter(named.contains) } ?? Array(named)
        }
        return RemarkList(try await history.remarks(on: urls, limit: RemarkList.limit))
    }

    func picture(ofRemark number: Int) async throws -> [UInt8] {
        guard let picture = try await history.picture(ofRemark: Int64(number)) else {
            throw StationError(
                .unknownRemark, "there is no picture \(number)",
                why: "no remark has this number, it was erased, or it has no picture", next: "see: GET /v1/remarks")
        }
        return picture.bytes
    }

    /// What scans of a tag hold, as it is and as it was written.
    private static func contents(of tag: Tag) -> [String] {
        tag.writtenURL.map { [tag.url, $0] } ?? [tag.url]
    }
}
