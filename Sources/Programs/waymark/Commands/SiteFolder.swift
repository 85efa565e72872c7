import ArgumentParsing
import DeploymentCheck
import Faults
import Foundation
import Sites
import UnixSystem

/// A folder with one folder for each host.
struct SiteFolder {
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

    /// What the hosts' files say. Refuses a folder that is missing or cannot be read: an empty answer would pass for a site
    /// without files.
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

    func write(_ export: SiteExport) throws {
        for file in export.files {
            let target = "\(path)/\(file.path)"
            let folder = target.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
                separator: "/")
            try Folder.make(folder)
            try File.writeAtomically(file.bytes, to: target)
        }
    }
}
