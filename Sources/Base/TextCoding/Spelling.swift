/// Words that were meant for others.
public enum Spelling {
    /// The name that was probably meant: the one with the fewest typing errors, if they are few for its length.
    public static func nearest(to word: String, among names: [String]) -> String? {
        let candidates = names.map { (name: $0, slips: slips(between: Array(word), and: Array($0))) }
        guard let best = candidates.min(by: { $0.slips < $1.slips }) else { return nil }
        return best.slips <= max(1, best.name.filter { $0 != "-" }.count / 3) ? best.name : nil
    }

    /// Letters to insert, delete, replace, or swap with their neighbour: the optimal string alignment distance.
    private static func slips(between first: [Character], and second: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let replaced = previous[column] + (first[row] == second[column] ? 0 : 1)
                var least = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, beforePrevious[column - 1] + 1)
                }
                current.append(least)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[second.count]
    }
}
