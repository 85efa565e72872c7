extension Double {
    /// The number with a fixed count of decimals and a point, whatever the locale. For small numbers.
    func formatted(decimals: Int) -> String {
        let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let scaled = Int((magnitude * Double(factor)).rounded())
        let fraction = String(scaled % factor)
        let padding = String(repeating: "0", count: decimals - fraction.count)
        return "\(self < 0 ? "-" : "")\(scaled / factor)" + (decimals > 0 ? ".\(padding)\(fraction)" : "")
    }
}
