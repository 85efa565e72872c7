public import Faults

/// A sheet that is made and not yet in its place: what was not published is let go.
public struct FinishedSheet: ~Copyable {
    public let report: SheetReport
    private let documents: [SheetFile]
    private let pictures: [SheetPicture]

    init(report: SheetReport, documents: [SheetFile], pictures: [SheetPicture]) {
        self.report = report
        self.documents = documents
        self.pictures = pictures
    }

    /// The files' places, and the paths of their bytes until they are published.
    public var paths: [(place: String, temporary: String)] {
        documents.map { (place: $0.path, temporary: $0.temporaryPath) }
            + pictures.map { (place: $0.path, temporary: $0.temporaryPath) }
    }

    /// Puts every file in its place, whole.
    public func publish() throws(LabelsError) {
        for document in documents { try document.publish() }
        for picture in pictures { try picture.publish() }
    }
}
