/// A command line as a shell takes it apart: words, with quotes of both kinds around spaces. Nothing is expanded.
func shellWords(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
        if character == quote {
            quote = nil
        } else if quote == nil, character == "'" || character == "\"" {
            quote = character
            word = word ?? ""
        } else if quote == nil, character == " " {
            if let complete = word { words.append(complete) }
            word = nil
        } else {
            word = (word ?? "") + String(character)
        }
    }
    if let word { words.append(word) }
    return words
}
