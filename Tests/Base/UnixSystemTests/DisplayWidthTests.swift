import Testing
import UnixSystem

/// Columns of a terminal.
@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("fruta", 5), ("스타벅스 강남점", 15), ("東京", 4), ("ｶﾌｪ", 3), ("カフェ", 6), ("cafe\u{301}", 4), ("☕️", 2), ("☕", 2),
        ("👩‍👩‍👧", 2), ("🇰🇷", 2), ("a\u{200B}b", 2), ("한\t글", 4), ("", 0), ("“”…–", 4),
    ])
    func `a text takes the columns that it is drawn with`(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns, "\(text)")
    }
}
