internal import AppClips
internal import Registry

/// Whether Apple would accept an experience, and whether it conflicts with another.
extension CheckRule {
    static let experiences: [CheckRule] = [
        CheckRule(.overlap, .warning) { context in
            context.active.compactMap { experience in
                guard let (other, question) = context.finder.experiences.index.overlap(of: experience.url),
                    // Where each overlaps the other, one of them reports it for both.
                    experience.url < other
                        || context.finder.experiences.index.overlap(of: other)?.other != experience.url
                else { return nil }
                return Observation(
                    message: "\(other) and \(experience.url) overlap, and Apple does not say which wins: "
                        + question.description,
                    next: "end the shorter one in a slash, or register other URLs",
                    experience: experience.url.text)
            }
        },
        CheckRule(.clipOverlap, .critical) { context in
            let apps = Dictionary(context.active.map { ($0.url, $0.app) }) { first, _ in first }
            return context.active.compactMap { experience in
                guard let app = experience.app,
                    case .match(_, let others) = context.finder.experiences.index.match(experience.url),
                    let other = others.first(where: { apps[$0].flatMap { $0 } != nil && apps[$0] != app })
                else { return nil }
                return Observation(
                    message: "\(experience.url) and \(other) overlap, and belong to two App Clips",
                    next: "give each App Clip URLs of its own, better a host of its own",
                    experience: experience.url.text)
            }
        },
        CheckRule(.registeredOdd, .warning) { context in
            context.active.compactMap { experience in
                let others = ExperienceIndex([experience.url])
                let continued = experience.url.text + (experience.url.text.hasSuffix("/") ? "1" : "/1")
                let reason: String
                if experience.url.scheme != "https" {
                    reason = "it does not begin with https in lower case"
                } else if AppleLink(experience.url) != nil {
                    reason = "it is a link that Apple makes: it is not registered"
                } else if experience.url.query != nil || experience.url.fragment != nil {
                    reason = "it has a query or a fragment: which URLs begin with it is not certain"
                } else if let url = try? InvocationURL(continued), case .ambiguous(let question, _) = others.match(url)
                {
                    reason = question.description
                } else {
                    return nil
                }
                return Observation(
                    message: "the registered URL \(experience.url) leaves open what it matches: \(reason)",
                    next: "make a new experience with a plain https URL: that of an experience cannot be changed",
                    experience: experience.url.text)
            }
        },
        CheckRule(.language, .warning) { context in
            context.active.compactMap { experience in
                guard let language = experience.language, !languages.contains(language.uppercased()) else { return nil }
                return Observation(
                    message: "App Store Connect knows no language \(language)",
                    next: "use one of \(languages.sorted().joined(separator: " "))", experience: experience.url.text)
            }
        },
    ]

    /// App Store Connect API 4.2.0, `AppClipAdvancedExperienceLanguage`.
    private static let languages: Set<String> = [
        "AR", "CA", "CS", "DA", "DE", "EL", "EN", "ES", "FI", "FR", "HE", "HI", "HR", "HU", "ID", "IT", "JA", "KO",
        "MS",
        "NL", "NO", "PL", "PT", "RO", "RU", "SK", "SV", "TH", "TR", "UK", "VI", "ZH",
    ]

    /// The header image. Limits: Human Interface Guidelines, App Clips.
    static let pictures: [CheckRule] = [
        CheckRule(.imageMissing, .warning) { context in
            context.active.filter { $0.image == nil }.map {
                Observation(
                    message: "an experience has no header image, and App Store Connect asks for one",
                    next: "name a PNG or JPEG file of 1800 x 1200 pixels in the column image",
                    experience: $0.url.text)
            }
        },
        CheckRule(.imageUnreadable, .critical) { context in
            context.pictures { path, picture in
                guard case .unreadable(let reason) = picture else { return nil }
                return ("the picture \(path) cannot be read: \(reason)", "give a whole PNG or JPEG file")
            }
        },
        CheckRule(.imageSize, .critical) { context in
            context.pictures { path, picture in
                guard case .facts(let facts) = picture, (facts.width, facts.height) != (1_800, 1_200) else {
                    return nil
                }
                return (
                    "the picture \(path) has \(facts.width) x \(facts.height) pixels; a card's has 1800 x 1200",
                    "export it again in that size"
                )
            }
        },
        CheckRule(.imageTransparent, .critical) { context in
            context.pictures { path, picture in
                guard case .facts(let facts) = picture, facts.hasAlpha else { return nil }
                let seen = facts.transparentPixels == 0 ? "" : ", and \(facts.transparentPixels) pixels are transparent"
                return ("the picture \(path) has an alpha channel\(seen)", "export it again without transparency")
            }
        },
    ]
}

extension CheckContext {
    /// One observation for each experience whose picture was looked at, and of which `see` says something.
    func pictures(_ see: (String, CheckSubject.Picture) -> (String, String)?) -> [Observation] {
        guard let pictures = subject.pictures else { return [] }
        return active.compactMap { experience in
            guard let path = experience.image, let picture = pictures[path], let (message, next) = see(path, picture)
            else { return nil }
            return Observation(message: message, next: next, experience: experience.url.text)
        }
    }
}
