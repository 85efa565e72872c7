internal import Chips
internal import Faults

/// The link to one tag that was selected, which may leave or be exchanged at any time.
struct TagConnection: Sendable {
    let link: any TagLink
    let uid: ChipUID
    var reach = ReadReach()

    /// Selects again and makes sure that it is the same tag. Needed after every refusal, which sends a tag to sleep,
    /// and before a read-back, since new lock bits and configuration act from then on.
    func select() async throws(TagError) {
        let selected: SelectedTag?
        do {
            selected = try await link.select()
        } catch {
            if error.code == .severalTags { throw .severalTags(error) }
            throw error.concernsReader ? .readerFailed(uid, error) : .tagLost(uid)
        }
        guard let selected else { throw .tagLost(uid) }
        guard selected.uid == uid else { throw .tagChanged(uid, now: selected.uid) }
    }

    /// The answer to a command that changes nothing; nil when the tag gave none of `count` bytes, whatever the
    /// reason, and has to be selected again.
    func ask(_ command: [UInt8], for count: Int) async throws(TagError) -> [UInt8]? {
        do {
            let answer = try await link.transceive(command, expecting: .data)
            return answer.count == count ? answer : nil
        } catch {
            if error.concernsReader { throw .readerFailed(uid, error) }
            return nil
        }
    }
}
