internal import Faults

/// The form of the settings' JSON. A key that is not known is refused: it would be a setting without effect.
extension NotifySettings: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case schema, maximumAgeHours, receivers
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.onlyMembers(CodingKeys.self)
        let schema = try members.decode(Int.self, forKey: .schema)
        guard schema == 1 else {
            throw decoder.refusal("schema \(schema) is not known to this version, which reads schema 1")
        }
        maximumAgeHours = try members.decodeIfPresent(Int.self, forKey: .maximumAgeHours) ?? maximumAgeHours
        guard Self.maximumAgeLimits.contains(maximumAgeHours) else {
            throw decoder.refusal("maximumAgeHours is not a number of hours from 1 to 720")
        }
        receivers = try members.decode([ReceiverSettings].self, forKey: .receivers)
        guard (1...Self.mostReceivers).contains(receivers.count) else {
            throw decoder.refusal("there are \(receivers.count) receivers, not 1 to \(Self.mostReceivers)")
        }
        let names = receivers.map(\.name)
        if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw decoder.refusal("two receivers have the name \"\(name)\"")
        }
    }
}

extension ReceiverSettings: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, least, webhook, mail
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.onlyMembers(CodingKeys.self)
        name = try members.decode(String.self, forKey: .name)
        guard (1...32).contains(name.utf8.count), name.wholeMatch(of: #/[a-z0-9-]+/#) != nil else {
            throw decoder.refusal("\"\(name)\" is not a name of 1 to 32 small letters, digits and hyphens")
        }
        least = try decoder.choice(try members.decodeIfPresent(String.self, forKey: .least)) ?? .notice
        let webhook = try members.decodeIfPresent(WebhookSettings.self, forKey: .webhook)
        let mail = try members.decodeIfPresent(MailSettings.self, forKey: .mail)
        switch (webhook, mail) {
        case (let webhook?, nil): target = .webhook(webhook)
        case (nil, let mail?): target = .mail(mail)
        default: throw decoder.refusal("the receiver \(name) needs either webhook or mail")
        }
    }
}

extension WebhookSettings: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case url, secret, authorities, timeout
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.onlyMembers(CodingKeys.self)
        url = try members.decode(String.self, forKey: .url)
        let isPlain = url.hasPrefix("http://") && ReceiverAddress.isOnThisMachine(ReceiverAddress.authority(of: url))
        guard url.hasPrefix("https://") || isPlain else {
            throw decoder.refusal("a webhook's URL begins with https://; without TLS it must be on this machine")
        }
        guard !ReceiverAddress.authority(of: url).isEmpty, !url.contains("@"),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw decoder.refusal("the webhook's URL is not https://HOST/PATH in ASCII, without user and password") }
        secret = try members.decode(String.self, forKey: .secret)
        authorities = try members.decodeIfPresent(String.self, forKey: .authorities)
        timeout = try decoder.timeout(try members.decodeIfPresent(Int.self, forKey: .timeout), usual: 20)
    }
}

extension MailSettings: Decodable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case server, security, from, to, user, password, authorities, timeout
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.onlyMembers(CodingKeys.self)
        server = try members.decode(String.self, forKey: .server)
        guard server.wholeMatch(of: #/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}/#) != nil else {
            throw decoder.refusal("\"\(server)\" is not HOST:PORT")
        }
        let security = try members.decodeIfPresent(String.self, forKey: .security) ?? "starttls"
        guard ["tls", "starttls", "none"].contains(security) else {
            throw decoder.refusal("security \"\(security)\" is none of: tls, starttls, none")
        }
        guard security != "none" || ReceiverAddress.isOnThisMachine(server) else {
            throw decoder.refusal("mail to another machine needs TLS: security is tls or starttls")
        }
        self.security = security
        from = try members.decode(String.self, forKey: .from)
        to = try members.decode([String].self, forKey: .to)
        guard (1...50).contains(to.count) else { throw decoder.refusal("to has \(to.count) addresses, not 1 to 50") }
        if let wrong = ([from] + to).first(where: { !ReceiverAddress.isMailAddress($0) }) {
            throw decoder.refusal("\"\(wrong)\" is not a mail address in ASCII, such as ops@example.org")
        }
        user = try members.decodeIfPresent(String.self, forKey: .user)
        password = try members.decodeIfPresent(String.self, forKey: .password)
        guard (user == nil) == (password == nil) else {
            throw decoder.refusal("user and password are given together or not at all")
        }
        authorities = try members.decodeIfPresent(String.self, forKey: .authorities)
        timeout = try decoder.timeout(try members.decodeIfPresent(Int.self, forKey: .timeout), usual: 60)
    }
}

/// Addresses as settings write them.
enum ReceiverAddress {
    /// Host and port of a URL.
    static func authority(of url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        return String(url[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// `HOST` or `HOST:PORT` of the loopback.
    static func isOnThisMachine(_ authority: String) -> Bool {
        ["127.0.0.1", "[::1]", "localhost"].contains { authority == $0 || authority.hasPrefix($0 + ":") }
    }

    /// The addresses of RFC 5321 that need no quotation marks.
    static func isMailAddress(_ text: String) -> Bool {
        text.utf8.count <= 254
            && text.wholeMatch(of: #/[A-Za-z0-9!#$%&'*+\/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*/#) != nil
    }
}

extension Decoder {
    fileprivate func refusal(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    fileprivate func choice(_ text: String?) throws -> NoticeSeverity? {
        guard let text else { return nil }
        guard let severity = NoticeSeverity(rawValue: text) else {
            throw refusal(
                "\"\(text)\" is none of: \(NoticeSeverity.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return severity
    }

    fileprivate func timeout(_ seconds: Int?, usual: Int) throws -> Int {
        guard let seconds else { return usual }
        guard (1...600).contains(seconds) else { throw refusal("timeout is not a number of seconds from 1 to 600") }
        return seconds
    }
}
