/// Distances for people.
public enum DistanceText {
    /// Metres as `340 m`, `1.2 km` or `67 km`.
    public static func text(_ metres: Double) -> String {
        if metres < 999.5 { return "\(Int(metres.rounded())) m" }
        let kilometres = metres / 1_000
        if kilometres >= 9.95 { return "\(Int(kilometres.rounded())) km" }
        let tenths = Int((kilometres * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) km"
    }
}
