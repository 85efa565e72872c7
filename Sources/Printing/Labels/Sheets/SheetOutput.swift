/// A file that a sheet goes into.
public enum SheetOutput: Sendable, Equatable {
    /// All pages at their true size.
    case pdf(path: String)
    /// Each page as a grey picture, for people to look at: `path` itself when there is one page, otherwise
    /// `name-1.png`, `name-2.png`, ... 72 to 600 dots per inch.
    case pictures(path: String, dotsPerInch: Int)
}
