internal import AppClips
public import CSV
internal import Faults

/// The files of a deployment, still as bytes, and what they say together.
public struct DeploymentFiles: Sendable {
    public let manifest: DeploymentManifest
    /// By the path that the manifest names them with.
    public let contents: [String: [UInt8]]

    public init(manifest: DeploymentManifest, contents: [String: [UInt8]]) {
        self.manifest = manifest
        self.contents = contents
    }

    /// Reads everything that the registry takes in. Stores that exist already may be named by batches, too.
    /// Throws `RegistryError` for the manifest and `FileError` for a bad file.
    /// `doubt` says what looks wrong with a tag that is taken all the same.
    public func read(
        known stores: [Store], doubt: (Tag) -> String? = { _ in nil }
    ) throws -> (deployment: LoadedDeployment, warnings: [FileProblem]) {
        try checkManifest()
        let template = try template()
        let name = manifest.profile.identifier
        var warnings: [FileProblem] = []
        var read = (stores: [Store](), experiences: [Experience](), batches: [Batch]())
        for path in manifest.files.stores {
            let file = try StoreFile.read(content(path), file: path, deployment: name, beside: stores + read.stores)
            read.stores += file.rows
            warnings += file.warnings
        }
        try refuseRepeats(read.stores.map(\.id.text), what: "store")
        for path in manifest.files.experiences {
            let file = try ExperienceFile.read(content(path), file: path, deployment: name)
            read.experiences += file.rows
            warnings += file.warnings
        }
        try refuseRepeats(read.experiences.map(\.url.text), what: "experience")
        let known = Set(stores.map(\.id)).union(read.stores.map(\.id))
        let regions = StoreFile.regions(read.stores + stores)
        for path in manifest.files.batches {
            let file = try BatchFile.read(
                content(path), file: path, name: try batchName(path), template: template, stores: known,
                deployment: name, regions: regions, doubt: doubt)
            read.batches.append(file.batch.with(manifest.rules))
            // What is to be said of the template is said once.
            warnings += file.warnings.filter { new in
                new.line != nil || !warnings.contains { $0.line == nil && $0.reason == new.reason }
            }
        }
        try refuseRepeats(read.batches.map(\.name.text), what: "batch")
        try refuseRepeats(read.batches.flatMap(\.tags).map(\.id.text), what: "tag")
        let deployment = LoadedDeployment(
            name: manifest.name, template: manifest.template, stores: read.stores, experiences: read.experiences,
            batches: read.batches, profile: manifest.profile)
        return (deployment, warnings)
    }

    private func checkManifest() throws(RegistryError) {
        let missing = manifest.registryFiles.filter { contents[$0] == nil }.map { "the file \"\($0)\" is missing" }
        let complaints = manifest.complaints + missing
        guard complaints.isEmpty else { throw refusal(complaints) }
    }

    private func template() throws(RegistryError) -> URLTemplate? {
        guard let text = manifest.template else { return nil }
        do {
            return try URLTemplate(text)
        } catch {
            throw refusal(["\(error.message): \(error.reason)"])
        }
    }

    private func content(_ path: String) -> [UInt8] { contents[path] ?? [] }

    /// `batches/qr-signs.csv` is the batch `qr-signs`.
    private func batchName(_ path: String) throws(RegistryError) -> BatchName {
        let stem = TableFileName.stem(path)
        guard let name = BatchName(stem) else {
            throw refusal(["\"\(stem)\", the name of \(path), cannot be a batch's name"])
        }
        return name
    }

    private func refuseRepeats(_ keys: [String], what: String) throws(RegistryError) {
        var seen: Set<String> = []
        let repeated = keys.filter { !seen.insert($0).inserted }
        guard repeated.isEmpty else {
            throw refusal(repeated.map { "\(what) \"\($0)\" is in two files" })
        }
    }

    private func refusal(_ complaints: [String]) -> RegistryError {
        RegistryError(
            .badDeployment, "deployment \(manifest.name) is refused", why: complaints.joined(separator: "\n"),
            next: "correct \(DeploymentManifest.fileName) or the files it names; nothing was loaded")
    }
}
