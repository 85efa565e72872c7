/// A file whose rows became stores or experiences.
public struct FileImport: Hashable, Sendable, Codable {
    public let file: String
    public let rows: Int
    /// The deployment that they belong to, where one was named.
    public let deployment: DeploymentName?
}

public struct DeploymentLoad: Hashable, Sendable, Codable {
    public let name: String
    public let stores: Int
    public let experiences: Int
    public let batches: [BatchName]

    init(_ deployment: LoadedDeployment) {
        name = deployment.name
        stores = deployment.stores.count
        experiences = deployment.experiences.count
        batches = deployment.batches.map(\.name)
    }
}

public struct BatchCreation: Hashable, Sendable, Codable {
    public let batch: BatchName
    public let template: String?
    public let tags: Int
    /// Left out where nothing but the URLs is asked for.
    public let rules: BatchRules?
    /// Left out for a batch without a deployment.
    public let deployment: DeploymentName?

    init(_ batch: Batch) {
        self.batch = batch.name
        deployment = batch.deployment
        template = batch.template
        tags = batch.tags.count
        rules = batch.rules == .usual ? nil : batch.rules
    }
}

/// A sheet of labels and the position of each tag on it.
public struct SheetRecord: Hashable, Sendable, Codable {
    public struct Cell: Hashable, Sendable, Codable {
        public let tag: TagID
        /// Counted from 1.
        public let page: Int
        /// Counted from 1, row by row, left to right.
        public let position: Int

        public init(tag: TagID, page: Int, position: Int) {
            self.tag = tag
            self.page = page
            self.position = position
        }
    }

    public let batch: BatchName
    public let stock: String
    /// SHA-256 of the sheet's first file, usually the PDF, in lower-case hexadecimal.
    public let digest: String
    public let cells: [Cell]
    /// The tags among them that had a label before; nil when there is none.
    public let reprints: [TagID]?

    public init(batch: BatchName, stock: String, digest: String, cells: [Cell], reprints: [TagID] = []) {
        self.batch = batch
        self.stock = stock
        self.digest = digest
        self.cells = cells
        self.reprints = reprints.isEmpty ? nil : reprints
    }
}

/// A sheet that came out of a printer.
public struct PrintRecord: Hashable, Sendable, Codable {
    public let batch: BatchName
    /// The printer's URI.
    public let printer: String
    /// The job's number at the printer.
    public let job: Int
    /// The digest of the sheet's record.
    public let digest: String
    public let cells: [SheetRecord.Cell]

    public init(batch: BatchName, printer: String, job: Int, digest: String, cells: [SheetRecord.Cell]) {
        self.batch = batch
        self.printer = printer
        self.job = job
        self.digest = digest
        self.cells = cells
    }
}

/// An audit and what came of it. The sightings themselves are not kept here.
public struct AuditRecord: Hashable, Sendable, Codable {
    public let batch: BatchName?
    public let sightings: Int
    public let badRows: Int
    /// How many findings of each code.
    public let findings: [String: Int]

    public init(batch: BatchName?, sightings: Int, badRows: Int, findings: [String: Int]) {
        self.batch = batch
        self.sightings = sightings
        self.badRows = badRows
        self.findings = findings
    }
}

/// A clock that was set: what it would have shown, and what it shows.
public struct ClockStep: Hashable, Sendable, Codable {
    public let from: Timestamp
    public let to: Timestamp

    public init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }
}

/// A browser that has signed out.
public struct SessionEnd: Hashable, Sendable, Codable {
    /// See ``Session/digest``.
    public let digest: String
    public let token: TokenName

    public init(digest: String, token: TokenName) {
        self.digest = digest
        self.token = token
    }
}

/// A token that was made. The digest of its secret, which has 256 random bits, reveals nothing of it, and proves the row.
public struct TokenCreation: Hashable, Sendable, Codable {
    public let name: TokenName
    public let role: Role
    public let expires: Timestamp?
    /// See ``AccessToken/scope``.
    public let scope: WalkScope?
    /// See ``KeptToken/digest``; nil in entries of earlier versions.
    public let digest: String?

    init(_ token: AccessToken, digest: String) {
        (name, role, expires, scope) = (token.name, token.role, token.expires, token.scope)
        self.digest = digest
    }

    public var token: AccessToken { AccessToken(name: name, role: role, expires: expires, scope: scope) }
}
