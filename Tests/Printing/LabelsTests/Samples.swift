import Labels
import SymbolDecoding

/// Labels of a small chain with stores in two scripts.
enum Samples {
    static let stores = [
        ("cupertino", "Cupertino"), ("sf-union-square", "San Francisco"),
        ("seoul-gangnam", "서울 강남점 (Seoul Gangnam)"),
    ]
    static let placements = ["Counter", "Table 4", "Entrance, left door", "Outdoor terrace, second row"]

    static func labels(_ count: Int) -> [LabelContent] {
        (0..<count).map { index in
            let (store, name) = stores[index % stores.count]
            let tag = "BEC-\(1_000 + index)"
            return LabelContent(
                url: "https://brighteggcafe.example/store/\(store)?tag=\(tag)", tag: tag, store: store,
                storeName: name, placement: placements[index % placements.count])
        }
    }

    static func settings(start: Int = 1) -> SheetSettings {
        SheetSettings(
            job: "Spring opening", software: "Waymark 1.2.3", createdAt: 1_700_000_000, start: start)
    }

    /// A symbol as grey pixels.
    static func picture(of symbol: QRSymbol, scale: Int = 4) throws -> GreyPicture {
        let side = symbol.modules.side + 8
        var pixels: [UInt8] = []
        for row in 0..<side * scale {
            for column in 0..<side * scale {
                let (y, x) = (row / scale - 4, column / scale - 4)
                let modules = 0..<symbol.modules.side
                let isDark = modules.contains(y) && modules.contains(x) && symbol.modules[y, x]
                pixels.append(isDark ? 0 : 255)
            }
        }
        return try GreyPicture(width: side * scale, height: side * scale, pixels: pixels)
    }
}
