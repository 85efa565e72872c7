public import Faults

/// A sheet that is made and not yet in its place: what was not published is let go.
public struct FinishedSheet: ~Copyable {
    public let report: SheetReport
    private let files: [SheetFile]

    init(report: SheetReport, files: [SheetFile]) {
        self.report = report
        self.files = files
    }

    /// The files' places, and the paths of their bytes until they are published.
    public var paths: [(place: String, temporary: String)] { files.map { ($0.path, $0.temporaryPath) } }

    /// Puts every file in its place, whole.
    public func publish() throws(LabelsError) {
        for file in files { try file.publish() }
    }
}
