internal import Chips
package import Registry

/// The URLs in which chips show their UID or a count of their reads: each read gives another text, and all of them are
/// the tag's URL, whose place for it holds zeros.
package struct MirroredURLs: Sendable {
    /// Where the digits are in URLs of one length.
    fileprivate struct Form: Hashable {
        let length: Int
        let start: Int
        let mirror: ChipMirror
    }

    private var forms: Set<Form> = []
    /// The UIDs of the chips with a URL, as it is with zeros.
    private var chips: [[UInt8]: Set<[UInt8]>] = [:]
    /// Of all tags that are to be on chips: what a chip shows is on record when its write has ended.
    private var awaitedForms: Set<Form> = []
    private var awaited: Set<[UInt8]> = []

    package init(_ tags: [Tag]) {
        for tag in tags {
            if tag.medium == .nfc, tag.state != .retired { expect(tag.url) }
            guard let mirror = tag.mirror, let uid = tag.uid else { continue }
            let url = Array(tag.url.utf8)
            guard let start = mirror.place(in: url) else { continue }
            forms.insert(Form(length: url.count, start: start, mirror: mirror))
            chips[url, default: []].insert(Array(uid.hexadecimal.utf8))
        }
    }

    private mutating func expect(_ text: String) {
        guard text.utf8.hasZeros(ChipMirror.counter.placeholder.utf8.count) else { return }
        let url = Array(text.utf8)
        for mirror in ChipMirror.allCases {
            guard let start = mirror.place(in: url) else { continue }
            awaitedForms.insert(Form(length: url.count, start: start, mirror: mirror))
            awaited.insert(url)
        }
    }

    package var isEmpty: Bool { forms.isEmpty }

    /// The tag's URL for what was read, if it is one of these tags' and shows the UID of its own chip; else what was
    /// read.
    package func plain(_ url: [UInt8]) -> [UInt8] {
        for form in forms {
            guard let (plain, shown) = form.plain(url), let owners = chips[plain] else { continue }
            if form.mirror == .counter || owners.contains(Array(shown.prefix(14))) { return plain }
        }
        return url
    }

    /// Whether what was read will be a planned tag's URL if the chip that was written with it turns out to show digits there. A
    /// station that is away may have written it.
    package func mayBecomePlain(_ url: String) -> Bool {
        if awaitedForms.isEmpty { return false }
        let read = Array(url.utf8)
        return awaitedForms.contains { form in
            form.plain(read).map { plain, _ in plain != read && awaited.contains(plain) } ?? false
        }
    }
}

extension MirroredURLs.Form {
    /// What was read with zeros for the digits, and the digits; nil where they cannot be a chip's.
    fileprivate func plain(_ url: [UInt8]) -> (plain: [UInt8], shown: [UInt8])? {
        guard length == url.count else { return nil }
        let place = Array(mirror.placeholder.utf8)
        let shown = Array(url[start..<(start + place.count)])
        guard mirror.canShow(shown) else { return nil }
        return (Array(url[..<start]) + place + Array(url[(start + place.count)...]), shown)
    }
}

extension String.UTF8View {
    /// Whether so many zeros follow one another.
    fileprivate func hasZeros(_ count: Int) -> Bool {
        var zeros = 0
        for byte in self {
            zeros = byte == UInt8(ascii: "0") ? zeros + 1 : 0
            if zeros == count { return true }
        }
        return false
    }
}

extension ChipMirror {
    /// Upper-case hexadecimal digits, and an `x` between UID and counter.
    fileprivate func canShow(_ bytes: [UInt8]) -> Bool {
        zip(bytes, placeholder.utf8).allSatisfy { byte, place in
            place == UInt8(ascii: "x") ? byte == place : (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
        }
    }
}
