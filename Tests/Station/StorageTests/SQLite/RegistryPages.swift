import Foundation
import TestBench

/// The bytes of a database's rows, page by page.
///
/// See: https://www.sqlite.org/fileformat2.html, section 1.6. Of a row that continues on further pages only the beginning
/// counts.
struct RegistryPages {
    private let file: Data
    private let size: Int

    /// A file without free pages and without a log, as `VACUUM INTO` makes it.
    init(_ file: Data) {
        self.file = file
        size = Int(file[16]) << 8 | Int(file[17])
    }

    /// A place in a row or in an entry of an index: of a page, then of one of its cells, each as likely as another.
    func place(_ random: inout SeededRandom) -> Int {
        while true {
            let cells = cells(of: Int(random.next(below: UInt64(file.count / size))))
            if let cell = cells.randomElement(using: &random) { return cell.randomElement(using: &random) ?? 0 }
        }
    }

    /// Whether it is in an index, or in a table that is sorted like one.
    func isIndex(_ place: Int) -> Bool { place >= size && file[place / size * size] != 13 }

    /// Where the rows of a page are: the payloads of its cells.
    private func cells(of page: Int) -> [Range<Int>] {
        let base = page * size
        let header = base + (page == 0 ? 100 : 0)
        let kind = file[header]
        // Inner pages of a table hold no rows, and pages of other kinds continue a row.
        guard [2, 10, 13].contains(kind) else { return [] }
        let list = header + (kind == 2 ? 12 : 8)
        return (0..<number(header + 3)).map { index in
            var place = base + number(list + 2 * index) + (kind == 2 ? 4 : 0)
            let length = varint(&place)
            if kind == 13 { _ = varint(&place) }
            return place..<place + local(length, isTable: kind == 13)
        }.filter { !$0.isEmpty }
    }

    /// How much of a row is on its first page.
    private func local(_ length: Int, isTable: Bool) -> Int {
        let most = isTable ? size - 35 : (size - 12) * 64 / 255 - 23
        guard length > most else { return length }
        let least = (size - 12) * 32 / 255 - 23
        let fitting = least + (length - least) % (size - 4)
        return fitting <= most ? fitting : least
    }

    private func number(_ place: Int) -> Int { Int(file[place]) << 8 | Int(file[place + 1]) }

    private func varint(_ place: inout Int) -> Int {
        var value = 0
        for _ in 0..<8 {
            let byte = Int(file[place])
            place += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80 { return value }
        }
        place += 1
        return value << 8 | Int(file[place - 1])
    }
}
