extension QRSymbol {
    /// The symbol and its quiet zone as grey pixels, row by row: 0 is dark, 255 is light. `perModule`: pixels along a
    /// module's side.
    func pixels(perModule: Int) -> [UInt8] {
        let edge = Self.quietZone * perModule
        let side = sideWithQuietZone * perModule
        var pixels = [UInt8](repeating: 255, count: edge * side)
        pixels.reserveCapacity(side * side)
        var line = [UInt8](repeating: 255, count: side)
        for row in 0..<modules.side {
            var next = edge
            for column in 0..<modules.side {
                let colour: UInt8 = modules[row, column] ? 0 : 255
                for _ in 0..<perModule {
                    line[next] = colour
                    next += 1
                }
            }
            for _ in 0..<perModule { pixels += line }
        }
        pixels.append(contentsOf: repeatElement(255, count: edge * side))
        return pixels
    }
}
