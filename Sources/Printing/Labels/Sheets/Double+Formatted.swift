import TextCoding

extension Double {
    /// The number with a fixed count of decimals, at least one, and a point whatever the locale. For lengths.
    func formatted(decimals: Int) -> String {
        let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = Int((self * Double(factor)).rounded())
        return "\(scaled / factor).\((scaled % factor).padded(to: decimals))"
    }
}
