import API
import Faults
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
        let bytes = try File.read(manifestPath, limit: 1 << 20)
        do {
            manifest = try JSONDecoder().decode(HandWritten<DeploymentManifest>.self, from: Data(bytes)).value
        } catch let error as DecodingError {
            throw RegistryError.unreadableManifest(manifestPath, why: error.explanation(in: bytes))
        }
        let complaints = manifest.complaints
        guard complaints.isEmpty else {
            throw RegistryError.badManifest(manifestPath, complaints)
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
            throw RegistryError.foreignFile(file)
        }
        return try File.read(file, limit: ImportFile.limit)
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
