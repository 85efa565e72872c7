/// What client and mail server say to one another, as far as it is about recipients (RFC 5321, section 4.1.1.3).
struct MailDialogue {
    private var recipient: String?
    /// The recipient that the server refused for good (a reply of 5yz), and its reply.
    private(set) var refused: (recipient: String, answer: String)?

    /// A line of the one or the other. Nothing else of it is kept: it may be a password.
    mutating func hear(_ line: String, isOwn: Bool) {
        let line = line.prefix { $0 != "\r\n" && $0 != "\r" && $0 != "\n" }
        if isOwn {
            recipient = line.hasPrefix("RCPT TO:<") ? String(line.dropFirst(9).prefix { $0 != ">" }) : nil
        } else if let recipient, line.hasPrefix("5"), line.count >= 3 {
            refused = (recipient, String(line))
        }
    }
}
