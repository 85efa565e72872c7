/// `1 store`, `2 stores`, `1 batch`, `2 batches`.
func count(_ number: Int, _ noun: String) -> String {
    let plural =
        noun.hasSuffix("ch") || noun.hasSuffix("s") || noun.hasSuffix("x")
        ? "\(noun)es" : noun.hasSuffix("y") ? "\(noun.dropLast())ies" : "\(noun)s"
    return "\(number) \(number == 1 ? noun : plural)"
}
