extension Sequence where Element == UInt8 {
    /// Two upper-case digits per byte, as data sheets print them.
    func hexadecimal(separator: String = " ") -> String {
        map(\.hexadecimal).joined(separator: separator)
    }
}

extension UInt8 {
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}

extension Int {
    /// A page number as data sheets print it: two upper-case hexadecimal digits.
    var pageNumber: String { UInt8(truncatingIfNeeded: self).hexadecimal }
}
