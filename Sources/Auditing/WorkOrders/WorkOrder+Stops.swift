internal import Chips
internal import Labels
internal import Languages
internal import Registry

/// What is to be done at one place, and the boxes between places.
extension WorkOrder {
    func lines(of stop: RepairOrder.Stop) -> [Preface.Line] {
        let place = stop.place.map { cut($0.name) }
        var lines: [Preface.Line] = [
            .heading(place.map { texts.text("at", ["store": .text($0)]) } ?? texts.text("at.nowhere"))
        ]
        if let address = stop.place?.address { lines.append(.text(cut(address))) }
        for work in stop.takeDown {
            let key =
                switch work.fate {
                case .sent: "down.sent"
                case .destroyed: work.store == nil ? "down.foreign" : "down.destroyed"
                case .rewritten: "down.rewritten"
                }
            lines.append(task(key, work.signs, of: work.store))
            // Where it hangs is not known; where it belongs tells people which one it is.
            lines += work.signs.map { .item(name(of: $0), place: belongs($0, work.store)) }
        }
        for work in stop.putUp {
            let key =
                switch work.source {
                case .box: work.from == nil ? "up.found" : "up.box"
                case .label: "up.label"
                case .chip: "up.chip"
                case .appClipCode: "up.code"
                }
            lines.append(task(key, work.signs, of: work.from))
            lines += work.signs.map { .item(name(of: $0), place: cut($0.placement ?? "")) }
        }
        if !stop.putUp.isEmpty { lines.append(.task(texts.text("scan"), detail: texts.text("scan.why"))) }
        return lines
    }

    private func task(_ key: String, _ signs: [RepairOrder.Sign], of store: RepairOrder.Place?) -> Preface.Line {
        var values: [String: Sentence.Value] = ["count": .number(signs.count)]
        if let store { values["store"] = .text(cut(store.name)) }
        return .task(texts.text(key, values), detail: "")
    }

    private func belongs(_ sign: RepairOrder.Sign, _ store: RepairOrder.Place?) -> String {
        guard let placement = sign.placement, !placement.isEmpty, let store else { return cut(store?.name ?? "") }
        return texts.text("belongs", ["placement": .text(cut(placement)), "store": .text(cut(store.name))])
    }

    var boxLines: [Preface.Line] {
        guard !order.boxes.isEmpty else { return [] }
        return [.heading(texts.text("boxes"))]
            + order.boxes.map { box in
                var values: [String: Sentence.Value] = [
                    "count": .number(box.signs.count), "store": .text(cut(box.to.name)),
                ]
                if let from = box.from { values["from"] = .text(cut(from.name)) }
                let names = box.signs.map(name).joined(separator: ", ")
                let address = box.to.address.map { "\($0): " } ?? ""
                return .task(texts.text(box.from == nil ? "box.found" : "box", values), detail: cut(address + names))
            }
    }
}
