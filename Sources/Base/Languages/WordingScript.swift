/// How pages choose their language and fill its texts.
package enum WordingScript {
    /// Statements, for a page whose scripts are one: `Wording`, `preferredLanguage`, `keepLanguage`, `languageNames`.
    package static var statements: [UInt8] { PackageResources.wording_js }

    /// The same as an ECMAScript module.
    package static var module: [UInt8] {
        statements + Array("export { Wording, preferredLanguage, keepLanguage, languageNames };\n".utf8)
    }
}
