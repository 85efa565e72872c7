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

    /// What the site associations say, by host. Refuses a folder that is missing or cannot be read: an empty answer
    /// would pass for a site without files.
    func associations() throws -> [String: CheckSubject.Association] {
        guard let hosts = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw UsageError(
                message: "\(path) is not checked", reason: "there is no folder at this path that can be read",
                next: "make it with: waymark site export \(path)")
        }
        var found: [String: CheckSubject.Association] = [:]
        for host in hosts {
            do {
                guard let bytes = try file(of: host, AssociationFile.path) else { continue }
                let file = try AssociationFile(bytes)
                found[host] = .apps(file.apps, links: file.links)
            } catch let error as SiteError {
                found[host] = .unreadable(error.reason)
            } catch let error as SystemError {
                found[host] = .unreadable(error.reason)
            } catch {
                found[host] = .unreadable("\(error)")
            }
        }
        return found
    }

    func write(_ export: SiteExport) throws {
        for file in export.files {
            let target = "\(path)/\(file.path)"
            let folder = target.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
                separator: "/")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try File.writeAtomically(file.bytes, to: target)
        }
    }
}
