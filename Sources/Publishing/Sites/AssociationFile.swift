package import AppClips
internal import Faults
internal import Foundation

/// `apple-app-site-association`: what a host says about apps. Waymark's are the section `appclips` and, of
/// `applinks`, what it made; the rest stays.
///
/// See: Xcode, "Supporting associated domains".
package struct AssociationFile: Sendable, Equatable {
    package static let path = ".well-known/apple-app-site-association"
    /// The largest file that Apple takes, uncompressed.
    package static let sizeLimit = 128 * 1_024

    /// App identifiers that may have App Clips on the host.
    package let apps: [String]
    /// Which URLs of the host go to full apps.
    package let links: AppLinks
    /// The file as JSON, keys sorted.
    package let bytes: [UInt8]

    /// Reads a file. Throws for one that Apple does not take.
    package init(_ bytes: [UInt8]) throws(SiteError) {
        guard bytes.count <= Self.sizeLimit else {
            throw .tooLarge(bytes.count, next: "make it again: waymark site export FOLDER writes it as small as it can")
        }
        let sections = try Self.sections(bytes)
        guard let section = sections["appclips"] else {
            throw .badAssociation("it has no section appclips", next: "make it: waymark site export FOLDER")
        }
        apps = try Self.apps(section)
        links = Self.links(sections["applinks"])
        self.bytes = bytes
    }

    /// A file that names these App Clips, and gives full apps these URLs, beside the contents of an existing file; a
    /// full app without URLs loses those that it was given here. Throws when the existing file is not a site
    /// association: it is not overwritten.
    package init(
        apps: Set<String>, links: [String: [LinkComponent]] = [:], merging existing: [UInt8]?
    ) throws(SiteError) {
        var sections = try existing.map { bytes throws(SiteError) in try Self.sections(bytes) } ?? [:]
        var section: [String: Any] = [:]
        var named: Set<String> = []
        if let old = sections["appclips"] {
            named = Set(try Self.apps(old))
            section = old as? [String: Any] ?? [:]
        }
        let all = named.union(apps).sorted()
        section["apps"] = all
        sections["appclips"] = section
        let old = sections["applinks"]
        sections["applinks"] = try Self.section(old, with: links, markingEach: true)
        var bytes = try Self.json(sections, .prettyPrinted)
        if bytes.count > Self.sizeLimit {
            // Without spaces, and with one mark for many components, several times as much fits.
            sections["applinks"] = try Self.section(old, with: links, markingEach: false)
            bytes = try Self.json(sections, [])
        }
        guard bytes.count <= Self.sizeLimit else {
            throw .tooLarge(
                bytes.count,
                next: "register one URL that many of these begin with in their place, or put some on another host")
        }
        self.links = Self.links(sections["applinks"])
        self.apps = all
        self.bytes = bytes
    }

    private static func json(
        _ sections: [String: Any], _ options: JSONSerialization.WritingOptions
    ) throws(SiteError) -> [UInt8] {
        do {
            let data = try JSONSerialization.data(
                withJSONObject: sections, options: options.union([.sortedKeys, .withoutEscapingSlashes]))
            return Array(data) + [0x0A]
        } catch {
            throw .badAssociation("it cannot be written as JSON", next: "look at the file that is there")
        }
    }

    private static func sections(_ bytes: [UInt8]) throws(SiteError) -> [String: Any] {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else {
            throw .badAssociation("it is not JSON", next: "correct the file, or move it away")
        }
        guard let sections = value as? [String: Any] else {
            throw .badAssociation("it is not a JSON object", next: "correct the file, or move it away")
        }
        return sections
    }

    private static func apps(_ section: Any) throws(SiteError) -> [String] {
        guard let apps = (section as? [String: Any])?["apps"] as? [String] else {
            throw .badAssociation(
                "appclips has no list of texts named apps",
                next: #"write it as {"appclips": {"apps": ["TEAMID.bundle.Clip"]}}"#)
        }
        return apps
    }
}

extension SiteError {
    static func badAssociation(_ reason: String, next: String) -> SiteError {
        SiteError(
            code: .badAssociation, message: "this is not an apple-app-site-association for App Clips", reason: reason,
            next: next)
    }

    fileprivate static func tooLarge(_ size: Int, next: String) -> SiteError {
        SiteError(
            code: .badAssociation, message: "an apple-app-site-association is too large",
            reason: "it has \(size) bytes, and Apple takes at most \(AssociationFile.sizeLimit)", next: next)
    }
}
