/// Information and entitlements of both targets.
///
/// See: App Clips, "Creating an App Clip with Xcode", "Associating your App Clip with your website", "Sharing data between
/// your App Clip and your full app"; Bundle Resources, "NSAppClip".
extension ProjectSettings {
    var clipInformation: PropertyList {
        .entries(
            bundle + scenes(isDelegate: lifecycle == .scene) + [
                (
                    "NSAppClip",
                    .entries([
                        ("NSAppClipRequestEphemeralUserNotification", .flag(true)),
                        ("NSAppClipRequestLocationConfirmation", .flag(true)),
                    ])
                ),
                // The back end that takes confirmations; without one nothing is sent.
                ("ConfirmationEndpoint", .text("")),
            ])
    }

    var appInformation: PropertyList { .entries(bundle + scenes(isDelegate: false)) }

    var clipEntitlements: PropertyList {
        .entries([
            ("com.apple.developer.on-demand-install-capable", .flag(true)),
            (
                "com.apple.developer.parent-application-identifiers",
                .list([.text("$(AppIdentifierPrefix)\(appBundle)")])
            ),
            ("com.apple.developer.associated-domains", .list(hosts.map { .text("appclips:\($0)") })),
            ("com.apple.developer.applesignin", .list([.text("Default")])),
            ("com.apple.security.application-groups", .list([.text(group)])),
        ])
    }

    var appEntitlements: PropertyList {
        .entries([
            (
                "com.apple.developer.associated-appclip-app-identifiers",
                .list([.text("$(AppIdentifierPrefix)\(clipBundle)")])
            ),
            (
                "com.apple.developer.associated-domains",
                .list(hosts.flatMap { [.text("appclips:\($0)"), .text("applinks:\($0)")] })
            ),
            ("com.apple.developer.applesignin", .list([.text("Default")])),
            ("com.apple.security.application-groups", .list([.text(group)])),
        ])
    }

    /// The reason for using `UserDefaults`, which App Store Connect asks for: here an App Group. The app team adds what its back
    /// end collects.
    ///
    /// See: Bundle Resources, "Privacy manifest files", "Describing use of required reason API".
    var privacy: PropertyList {
        .entries([
            ("NSPrivacyTracking", .flag(false)), ("NSPrivacyTrackingDomains", .list([])),
            ("NSPrivacyCollectedDataTypes", .list([])),
            (
                "NSPrivacyAccessedAPITypes",
                .list([
                    .entries([
                        ("NSPrivacyAccessedAPIType", .text("NSPrivacyAccessedAPICategoryUserDefaults")),
                        ("NSPrivacyAccessedAPITypeReasons", .list([.text("1C8F.1")])),
                    ])
                ])
            ),
        ])
    }

    private var bundle: [(key: String, value: PropertyList)] {
        [
            ("CFBundleDevelopmentRegion", .text("$(DEVELOPMENT_LANGUAGE)")), ("CFBundleDisplayName", .text(name)),
            ("CFBundleExecutable", .text("$(EXECUTABLE_NAME)")),
            ("CFBundleIdentifier", .text("$(PRODUCT_BUNDLE_IDENTIFIER)")),
            ("CFBundleInfoDictionaryVersion", .text("6.0")), ("CFBundleName", .text("$(PRODUCT_NAME)")),
            ("CFBundlePackageType", .text("$(PRODUCT_BUNDLE_PACKAGE_TYPE)")),
            ("CFBundleShortVersionString", .text("$(MARKETING_VERSION)")),
            ("CFBundleVersion", .text("$(CURRENT_PROJECT_VERSION)")), ("UILaunchScreen", .entries([])),
        ]
    }

    private func scenes(isDelegate: Bool) -> [(key: String, value: PropertyList)] {
        [
            (
                "UIApplicationSceneManifest",
                .entries(
                    [("UIApplicationSupportsMultipleScenes", .flag(false))]
                        + (isDelegate
                            ? [
                                (
                                    "UISceneConfigurations",
                                    .entries([
                                        (
                                            "UIWindowSceneSessionRoleApplication",
                                            .list([
                                                .entries([
                                                    ("UISceneConfigurationName", .text("Default Configuration")),
                                                    (
                                                        "UISceneDelegateClassName",
                                                        .text("$(PRODUCT_MODULE_NAME).SceneDelegate")
                                                    ),
                                                ])
                                            ])
                                        )
                                    ])
                                )
                            ] : []))
            )
        ]
    }
}
