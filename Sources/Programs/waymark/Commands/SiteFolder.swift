import ArgumentParsing
import DeploymentCheck
import DeploymentExport
import Faults
import Foundation
import Sites
import UnixSystem

/// A folder with one folder for each host.
struct SiteFolder {
    /// Pages, pictures and the record are smaller.
    private static let sizeLimit = 256 << 20

    private let path: String

    init(_ path: String) {
        self.path = path
    }

    static func exists(_ path: String) -> Bool { (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil }

    /// A file of a host that is there already.
    func file(of host: String, _ name: String) throws -> [UInt8]? {
        let file = "\(path)/\(host)/\(name)"
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try File.read(file, limit: max(AssociationFile.sizeLimit, AssetLinksFile.sizeLimit))
    }

    /// What the hosts' files say. Refuses a folder that is missing or cannot be read: an empty answer would pass for a
    /// site without files.
    func examine(for subject: inout CheckSubject) throws {
        guard let hosts = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw UsageError(
                message: "\(path) is not checked", reason: "there is no folder at this path that can be read",
                next: "make it with: waymark site export \(path)")
        }
        subject.associations = read(AssociationFile.path, of: hosts, else: CheckSubject.Association.unreadable) {
            let file = try AssociationFile($0)
            return .apps(file.apps, links: file.links)
        }
        subject.assetLinks = read(AssetLinksFile.path, of: hosts, else: CheckSubject.AssetLinks.unreadable) {
            .apps(try AssetLinksFile($0).apps)
        }
    }

    /// A file of each host that has it.
    private func read<Content>(
        _ name: String, of hosts: [String], else unreadable: (String) -> Content, _ content: ([UInt8]) throws -> Content
    ) -> [String: Content] {
        var found: [String: Content] = [:]
        for host in hosts {
            do {
                found[host] = try file(of: host, name).map(content)
            } catch let error as SiteError {
                found[host] = unreadable(error.reason)
            } catch let error as SystemError {
                found[host] = unreadable(error.reason)
            } catch {
                found[host] = unreadable("\(error)")
            }
        }
        return found
    }

    /// Writes an export. Gives the paths of pages and pictures that were made or changed by hand: they are kept, except
    /// when `overwriting`. Also whether there was a record of what earlier exports wrote.
    func write(_ export: SiteExport, overwriting: Bool) throws -> (kept: Set<String>, hadRecord: Bool) {
        let known = try contents(of: ExportRecord.path)
        // Another export into the folder may have other hosts.
        var record = ExportRecord(known, keepsOthers: true)
        var kept: Set<String> = []
        for file in export.files {
            let existing = try contents(of: file.path)
            let always = overwriting || file.isMerged || existing == nil
            switch try record.change(at: file.path, from: existing, to: file.bytes, always: always) {
            case .write: try write(file.bytes, to: file.path)
            case .same: break
            case .keep: kept.insert(file.path)
            }
        }
        let bytes = try record.bytes
        if bytes != known { try write(bytes, to: ExportRecord.path) }
        return (kept, known != nil)
    }

    private func contents(of name: String) throws -> [UInt8]? {
        let file = "\(path)/\(name)"
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        return try File.read(file, limit: Self.sizeLimit)
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let target = "\(path)/\(name)"
        let folder = target.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try Folder.make(folder)
        // A web server reads it, of whatever account.
        try File.writeAtomically(bytes, to: target, mode: 0o644)
    }
}
