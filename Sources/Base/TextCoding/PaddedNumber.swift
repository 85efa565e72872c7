extension BinaryInteger {
    /// A number that is not negative, filled up with zeros to this many decimal digits.
    package func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
