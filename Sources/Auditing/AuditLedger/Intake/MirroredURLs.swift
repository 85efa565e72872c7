internal import Chips
package import Registry

/// The URLs in which chips show their UID or a count of their reads: each read gives another text, and all of them are
/// the tag's URL, whose place for it holds zeros.
package struct MirroredURLs: Sendable {
    /// Where the digits are in URLs of one length.
    private struct Form: Hashable {
        let length: Int
        let start: Int
        let mirror: ChipMirror
    }

    private var forms: Set<Form> = []
    /// The UIDs of the chips with a URL, as it is with zeros.
    private var chips: [[UInt8]: Set<[UInt8]>] = [:]

    package init(_ tags: [Tag]) {
        for tag in tags {
            guard let mirror = tag.mirror, let uid = tag.uid else { continue }
            let url = Array(tag.url.utf8)
            let place = Array(mirror.placeholder.utf8)
            // The first place that fits, as it was when the chip was written.
            guard let start = url.indices.first(where: { url[$0...].starts(with: place) }) else { continue }
            forms.insert(Form(length: url.count, start: start, mirror: mirror))
            chips[url, default: []].insert(Array(uid.hexadecimal.utf8))
        }
    }

    package var isEmpty: Bool { forms.isEmpty }

    /// The tag's URL for what was read, if it is one of these tags' and shows the UID of its own chip; else what was
    /// read.
    package func plain(_ url: [UInt8]) -> [UInt8] {
        for form in forms where form.length == url.count {
            let end = form.start + form.mirror.placeholder.utf8.count
            let shown = Array(url[form.start..<end])
            guard form.mirror.canShow(shown) else { continue }
            let plain = Array(url[..<form.start]) + Array(form.mirror.placeholder.utf8) + Array(url[end...])
            guard let owners = chips[plain] else { continue }
            if form.mirror == .counter || owners.contains(Array(shown.prefix(14))) { return plain }
        }
        return url
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
