/// Texts that read the same in a language as in English, each looked at: module, language, key.
let sameInEnglish: Set<String> = [
    "Console ko tag.url",
    "Console ko experience.url",
    "Console ko match.url",
]
