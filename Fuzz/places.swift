import PlaceFiles
import Registry

/// Any bytes as a file of places: refused, or candidates of which each has a region, and a stores.csv that can be read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let file = try? PlaceFile(bytes, file: "places") else { return 0 }
    precondition(Set(file.candidates.map(\.id)).count == file.candidates.count, "an identifier is there twice")
    let merge = PlaceMerge(file.candidates, beside: [])
    precondition(merge.added.count + merge.questions.count == file.candidates.count, "a place is in no list")
    guard var table = try? StoreTable([], file: "stores.csv") else { preconditionFailure("an empty table is one") }
    for addition in merge.added { table.set(addition.store) }
    // A name that a file of stores refuses is refused there, with its line.
    guard let written = try? table.bytes() else { return 0 }
    guard let again = try? StoreFile.read(written, file: "stores.csv").rows else {
        preconditionFailure("what was written cannot be read")
    }
    precondition(again.map(\.id.name) == merge.added.map(\.store.id.name))
    return 0
}
