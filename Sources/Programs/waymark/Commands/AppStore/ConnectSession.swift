import API
import AppStoreClient
import AppStoreConnect
import ArgumentParsing
import Cryptography
import Faults
import Foundation
import Glibc
import HTTPClient
import Registry
import UnixSystem

/// A deployment's files on one side, App Store Connect on the other.
struct ConnectSession: Sendable {
    /// Larger images than this are not for a card.
    private static let imageLimit = 32 << 20

    let settings: ConnectSettings
    let wanted: WantedState
    let service: ConnectService
    /// Seconds.
    let timeout: Double
    private let folder: String

    /// Reads the files and the key; sends no request yet.
    init(folder: String, _ values: ParsedValues) throws {
        self.folder = folder
        let files = DeploymentFolder(folder)
        let request = try files.request()
        let deployment = try DeploymentFiles(
            manifest: request.manifest, contents: request.files.mapValues { Array($0) }
        ).read(known: []).deployment
        guard let settings = try Self.settings(files, folder: folder) else {
            throw ConnectError(
                code: .badSettings, message: "App Store Connect cannot be asked about \(folder)",
                reason: "\(folder)/\(ConnectSettings.fileName) is missing: it says which app and which App Clip",
                next: "write it; docs/app-store-connect.md shows the form")
        }
        self.settings = settings
        var images: [String: WantedImage] = [:]
        for path in Set(deployment.experiences.compactMap(\.image) + settings.defaultImages) {
            let bytes = try Self.image(path, in: folder)
            images[path] = WantedImage(path: path, size: bytes.count, checksum: try MD5.hexadecimal(of: bytes))
        }
        wanted = try WantedState(deployment, settings, images: images)
        let seconds = ConnectOptions.timeout(values)
        timeout = Double(seconds)
        service = ConnectService(
            at: try ConnectOptions.address(values), credentials: try ConnectOptions.credentials(values),
            transport: WebClient(timeout: .seconds(seconds)),
            waits: { seconds, why in
                Terminal.endProgress()
                Terminal.note("waiting \(Int(seconds.rounded(.up))) s: \(why)")
            })
    }

    /// Whether a deployment says which app it is for.
    static func hasSettings(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(ConnectSettings.fileName)")
    }

    /// `appstore.json` of a deployment; nil where there is none.
    static func settings(_ files: DeploymentFolder, folder: String) throws -> ConnectSettings? {
        let path = "\(folder)/\(ConnectSettings.fileName)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes = try files.read(ConnectSettings.fileName)
        do {
            return try JSONDecoder().decode(HandWritten<ConnectSettings>.self, from: Data(bytes)).value
        } catch {
            let reason = (error as? DecodingError)?.explanation(in: bytes) ?? "\(error)"
            throw ConnectError(
                code: .badSettings, message: "\(path) is refused", reason: reason,
                next: "correct it; docs/app-store-connect.md shows the form")
        }
    }

    /// What is read at every look, and what is registered now. Sizes and territories are read once.
    func look() async throws -> (scope: ConnectScope, RegisteredState) {
        let clip = try await service.clip(ofApp: settings.app, bundleIdentifier: settings.clip)
        let scope = ConnectScope(
            app: settings.app, clip: clip, buildBundle: wanted.invocations == nil ? nil : settings.buildBundle,
            defaults: wanted.defaultCard.map { .version($0.version) } ?? .none)
        var sizes: [FileSizeAttributes]?
        if let bundle = settings.buildBundle { sizes = try await service.sizes(ofBuildBundle: bundle) }
        var territories: [ReleaseFacts.Territory]?
        if wanted.territories != nil { territories = try await service.territories(ofApp: settings.app) }
        let facts = ReleaseFacts(sizes: sizes, territories: territories)
        return (scope, try await service.state(of: scope, facts: facts))
    }

    /// A header image as it was when the deployment was read: what is uploaded is what was compared.
    func image(_ path: String) throws -> [UInt8] { try Self.image(path, in: folder) }

    private static func image(_ path: String, in folder: String) throws -> [UInt8] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0 == ".." }) else {
            throw ConnectError(
                code: .badSettings, message: "the image \(path) is refused",
                reason: "it is not inside the deployment's folder", next: "copy it into the folder")
        }
        return try File.read("\(folder)/\(path)", limit: imageLimit)
    }

    /// Where images that were begun are noted: `$XDG_STATE_HOME/waymark`, else `~/.local/state/waymark`.
    func notebookPath() throws -> String {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = "\(state ?? "\(NSHomeDirectory())/.local/state")/waymark"
        try Folder.make(folder, mode: 0o700)
        return "\(folder)/appstore-\(settings.app)-\(settings.clip).jsonl"
    }
}
