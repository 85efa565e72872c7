/// The strip for a logo at the head of a label, and the rest below it. A logo never overlaps the symbol.
struct LogoStrip: Sendable {
    let logos: [PlacedLogo]
    let rest: Frame

    /// Takes a strip when there is a logo and the label is a sign.
    init(_ logo: Logo?, in label: Frame, design: LabelDesign) {
        guard let logo, design.sign != .label else {
            (logos, rest) = ([], label)
            return
        }
        let share = design.arrangement == .stacked ? 0.11 : 0.14
        let widest = label.width - 2 * LabelDesign.textEdge
        let height = min(share * label.height, widest * Double(logo.height) / Double(logo.width))
        let width = height * Double(logo.width) / Double(logo.height)
        let frame = Frame(
            x: label.x + (label.width - width) / 2, y: label.y + LabelDesign.textEdge, width: width, height: height)
        logos = [PlacedLogo(logo: logo, frame: frame)]
        rest = label.below(LabelDesign.textEdge + height)
    }
}
