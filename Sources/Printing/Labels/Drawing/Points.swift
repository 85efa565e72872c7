/// The unit of PDF and of type: 1/72 inch.
enum Points {
    static func from(micrometres: Double) -> Double { micrometres * 72 / 25_400 }
    static func toMicrometres(_ points: Double) -> Double { points * 25_400 / 72 }
}
