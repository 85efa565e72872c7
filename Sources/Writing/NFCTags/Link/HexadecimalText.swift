internal import TextCoding

extension Sequence where Element == UInt8 {
    /// Two upper-case digits for each byte with spaces between, as data sheets print them.
    var hexadecimal: String { map(\.hexadecimal).joined(separator: " ") }
}

extension UInt8 {
    var hexadecimal: String { Hexadecimal.uppercase(CollectionOfOne(self)) }
}

extension Int {
    /// A page number as data sheets print it: two upper-case hexadecimal digits.
    var pageNumber: String { UInt8(truncatingIfNeeded: self).hexadecimal }
}
