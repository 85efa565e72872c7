import API
import Foundation
import Glibc
import Registry
import UnixSystem

/// A deployment's folder on this machine.
struct DeploymentFolder {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Reads the manifest and every file that it names for the registry.
    func request() throws -> DeploymentRequest {
        let manifestPath = "\(path)/\(DeploymentManifest.fileName)"
        let manifest: DeploymentManifest
        do {
            let bytes = try File.read(manifestPath, limit: 1 << 20)
            manifest = try JSONDecoder().decode(DeploymentManifest.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw RegistryError(
                .badDeployment, "\(manifestPath) is refused", why: Self.text(of: error),
                next: "correct it; tags/README.md shows the form")
        }
        let complaints = manifest.complaints
        guard complaints.isEmpty else {
            throw RegistryError(
                .badDeployment, "\(manifestPath) is refused", why: complaints.joined(separator: "\n"),
                next: "correct it; nothing was loaded")
        }
        var files: [String: Data] = [:]
        for name in manifest.registryFiles { files[name] = Data(try read(name)) }
        return DeploymentRequest(manifest: manifest, files: files)
    }

    /// Everything in it that the registry would take in, read and found good.
    func loaded() throws -> LoadedDeployment {
        let request = try request()
        let files = DeploymentFiles(manifest: request.manifest, contents: request.files.mapValues { Array($0) })
        return try files.read(known: []).deployment
    }

    /// A file of the deployment. The manifest's paths stay inside by their text; links must, too.
    func read(_ name: String) throws -> [UInt8] {
        let file = "\(path)/\(name)"
        guard let folder = Self.resolved(path), let target = Self.resolved(file) else {
            return try File.read(file, limit: ImportFile.limit)
        }
        guard target.hasPrefix(folder + "/") else {
            throw RegistryError(
                .badDeployment, "\(file) is refused", why: "it is a link that leaves the deployment's folder",
                next: "copy the file into the folder; nothing was loaded")
        }
        return try File.read(file, limit: ImportFile.limit)
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// What is wrong with a JSON file, for whoever wrote it.
    static func text(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        return switch error {
        case .keyNotFound(let key, _): "the key \"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath.map(\.stringValue) + [context.debugDescription]).joined(separator: ": ")
        @unknown default: "it is not the JSON of a deployment"
        }
    }
}
