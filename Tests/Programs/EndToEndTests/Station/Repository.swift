import Foundation
import TestBench

/// The files that the programs come with.
enum Repository {
    /// `tags/fruta`, wherever the package lies.
    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: name).path
    }
}
