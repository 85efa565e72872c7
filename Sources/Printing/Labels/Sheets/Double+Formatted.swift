extension Double {
    /// The number with a fixed count of decimals, at least one, and a point whatever the locale. For lengths.
    func formatted(decimals: Int) -> String {
        let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = Int((self * Double(factor)).rounded())
        let fraction = String(scaled % factor)
        return "\(scaled / factor).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
    }
}
