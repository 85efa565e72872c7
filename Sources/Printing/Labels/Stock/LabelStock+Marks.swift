extension LabelStock {
    /// The edge of every label, used ones and free ones.
    var outlines: [RuledLine] {
        (1...capacity).flatMap { RuledLine.around(frame(ofPosition: $0)) }
    }

    /// Short lines outside the labels, where a guillotine cuts: at the ends of every edge, and never on a label.
    var cutMarks: [RuledLine] {
        let (first, last) = (frame(ofPosition: 1), frame(ofPosition: capacity))
        let length = 3_000.0
        let gap = 500.0
        var marks: [RuledLine] = []
        for column in 0..<row.columns {
            let frame = frame(ofPosition: column + 1)
            for x in [frame.x, frame.right] {
                marks.append(RuledLine(x1: x, y1: first.y - gap - length, x2: x, y2: first.y - gap))
                marks.append(RuledLine(x1: x, y1: last.bottom + gap, x2: x, y2: last.bottom + gap + length))
            }
        }
        for index in 0..<row.rows {
            let frame = frame(ofPosition: index * row.columns + 1)
            for y in [frame.y, frame.bottom] {
                marks.append(RuledLine(x1: first.x - gap - length, y1: y, x2: first.x - gap, y2: y))
                marks.append(RuledLine(x1: last.right + gap, y1: y, x2: last.right + gap + length, y2: y))
            }
        }
        return marks
    }
}
