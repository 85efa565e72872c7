/// How a file is taken in.
struct ImportMode: Sendable {
    /// Whether the import only reports what would happen.
    var isDryRun = false
    /// Whether regions may move away from deployed tags: the user has confirmed it.
    var isConfirmed = false
}

extension ImportMode {
    static let dryRun = RequestParameter<Bool>.flag(
        "dry-run", "tells what would happen, and changes nothing (default: false)")
    static let confirmed = RequestParameter<Bool>.flag(
        "confirmed", "regions may move away from tags that are deployed there (default: false)")
    static let parameters: [any DescribedParameter] = [dryRun, confirmed]

    /// Of a call to an endpoint that declares ``parameters``.
    init(_ call: OperationCall) {
        self.init(isDryRun: call[Self.dryRun], isConfirmed: call[Self.confirmed])
    }
}
