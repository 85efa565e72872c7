/// How a file of a photograph is written.
package enum PhotographFormat: Sendable, Equatable {
    case jpeg
    /// HEIF with HEVC inside: the usual form of an iPhone's photographs.
    case heic

    /// The brands of files with still pictures that libheif decodes (ISO/IEC 23008-12, 10; ISO/IEC 14496-12, 4.3).
    private static let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map { Array($0.utf8) }

    /// By a file's first bytes; nil when it is none of them.
    package init?(_ head: some RandomAccessCollection<UInt8>) {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.dropFirst(4).starts(with: "ftyp".utf8),
            Self.brands.contains(where: head.dropFirst(8).starts)
        {
            self = .heic
        } else {
            return nil
        }
    }
}
