/// The way to one tag in the field of one reader. Everything in this module runs over it: the daemon's link goes
/// through a worker process to libnfc, the tests' link to an emulated tag.
///
/// One caller at a time; commands go to the tag that was selected last.
public protocol TagLink: Sendable {
    /// Switches the field off and on and selects the tag in it: its session state is forgotten, its lock bits and
    /// configuration take effect. nil when no tag is in the field; several tags are an error of their own.
    func select() async throws(TagLinkError) -> SelectedTag?

    /// Sends one command, without its CRC, to the selected tag and returns its answer without the CRC. The answer to
    /// a command that is only acknowledged is empty; anything but an acknowledgement is an error.
    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8]

    /// What the reader lets through.
    var capabilities: LinkCapabilities { get async }
}

extension TagLink {
    /// Those of every reader that libnfc drives.
    public var capabilities: LinkCapabilities { get async { [.raw, .apdu] } }
}
