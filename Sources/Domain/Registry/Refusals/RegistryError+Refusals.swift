public import Faults
internal import TextCoding

/// Refusals that more than one part of a station has.
extension RegistryError {
    public static func unknownBatch(_ name: BatchName) -> Self {
        Self(
            .unknownBatch, "batch \(name) is not known", why: "no batch of this name was created or loaded",
            next: "see: waymark batch list")
    }

    public static func unknownReader(_ name: ReaderName) -> Self {
        Self(
            .unknownReader, "reader \(name) is not known", why: "a reader of this name was not added",
            next: "see: waymark reader list")
    }

    public static func unknownStore(_ name: StoreName, of deployment: DeploymentName?) -> Self {
        Self(
            .unknownStore, "store \(name) is not known",
            why: deployment.map { "deployment \($0) has none of this identifier" } ?? "it was not imported",
            next: "see: waymark store list")
    }

    public static func unknownFinding(_ number: Int) -> Self {
        Self(
            .unknownFinding, "finding \(number) is not known", why: "no audit has found it",
            next: "see: waymark finding list")
    }

    /// Another change came first. `subject`: what was changed: `batch opening`.
    static func changedMeanwhile(_ subject: String) -> Self {
        Self(
            .changedMeanwhile, "nothing was changed", why: "\(subject) was changed since it was read",
            next: "load it again, and decide anew")
    }

    public static func unknownTag(_ id: TagID) -> Self {
        Self(.unknownTag, "tag \(id) is not known", why: "no batch contains it", next: "see: waymark batch list")
    }

    public static func unknownExperience(_ failure: String) -> Self {
        Self(.unknownExperience, failure, why: "no experience has this URL", next: "see: waymark check")
    }

    static func ownedExperience(_ url: String, by owner: DeploymentName, not other: DeploymentName) -> Self {
        Self(
            .contradiction, "the experience \(url) cannot be taken into deployment \(other)",
            why: "it belongs to deployment \(owner), and a URL opens one experience only",
            next: "correct the url in the experiences file; nothing was changed")
    }

    /// Such a name would make the text beside it look like something else.
    static func requireReadable(_ name: String, of what: String) throws(RegistryError) {
        guard VisibleText.turnsDirection(name) else { return }
        throw Self(
            .badName, "the name of the \(what) is refused",
            why: "\"\(VisibleText.escaped(name))\" contains a character that turns the direction of writing",
            next: "leave out the characters U+202A to U+202E and U+2066 to U+2069")
    }

    static func readerExists(_ name: ReaderName) -> Self {
        Self(
            .alreadyExists, "reader \(name) cannot be added", why: "a reader of this name exists already",
            next: "choose another --name, or remove the old one: waymark reader remove \(name)")
    }

    static func unremovable(_ name: ReaderName) -> Self {
        Self(
            .unknownReader, "reader \(name) cannot be removed", why: "no reader has this name",
            next: "see: waymark reader list")
    }

    public static func tokenExists(_ name: TokenName) -> Self {
        Self(
            .alreadyExists, "token \(name) cannot be created", why: "a token of this name exists already",
            next: "choose another name, or revoke the old one: waymark token revoke \(name)")
    }

    static func unrevokable(_ name: TokenName) -> Self {
        Self(
            .unknownToken, "token \(name) cannot be revoked", why: "no token has this name",
            next: "see: waymark token list")
    }

    public static func unknownToken(_ name: TokenName) -> Self {
        Self(
            .unknownToken, "token \(name) is not known", why: "none of this name was made, or it was revoked",
            next: "see: waymark token list")
    }

    /// `act`: what is not done with it: `accepted`.
    static func unknownFinding(_ number: Int64, _ act: String) -> Self {
        Self(
            .unknownFinding, "finding \(number) cannot be \(act)", why: "no audit has found it",
            next: "see: waymark finding list")
    }

    /// A batch takes its name from its file.
    public static func unnamedBatch(_ file: String) -> Self {
        Self(
            .badFile, "\(file) is refused", why: "its name cannot be a batch's name",
            next: "rename the file: at most 64 characters, no control characters")
    }

    public static func unreadableManifest(_ file: String, why reason: String) -> Self {
        Self(
            .badDeployment, "\(file) is refused", why: reason, next: "correct it; tags/README.md shows the form")
    }

    public static func badManifest(_ file: String, _ complaints: [String]) -> Self {
        Self(
            .badDeployment, "\(file) is refused", why: complaints.joined(separator: "\n"),
            next: "correct it; nothing was loaded")
    }

    public static func foreignFile(_ file: String) -> Self {
        Self(
            .badDeployment, "\(file) is refused", why: "it is a link that leaves the deployment's folder",
            next: "copy the file into the folder; nothing was loaded")
    }
}
