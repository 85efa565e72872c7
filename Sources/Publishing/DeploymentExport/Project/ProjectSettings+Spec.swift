extension ProjectSettings {
    /// `project.yml` for XcodeGen. See: XcodeGen, "Project Spec".
    var projectSpec: String {
        let clipTarget = "\(name)Clip"
        return """
            # Made by `waymark deployment export --project`. `xcodegen` makes the Xcode project of it.
            name: \(Self.quoted(name))
            options:
              deploymentTarget:
                iOS: "\(minimumIOS)"
              createIntermediateGroups: true
            settings:
              base:
                SWIFT_VERSION: "6.0"
                DEVELOPMENT_TEAM: \(Self.quoted(team))
                MARKETING_VERSION: "1.0"
                CURRENT_PROJECT_VERSION: "1"
                GENERATE_INFOPLIST_FILE: false
            packages:
              Deployment:
                path: Deployment
            targets:
              "\(name)":
                type: application
                platform: iOS
            \(sources("App"))
                settings:
                  base:
                    PRODUCT_BUNDLE_IDENTIFIER: \(Self.quoted(appBundle))
                    INFOPLIST_FILE: App/Info.plist
                    CODE_SIGN_ENTITLEMENTS: App/App.entitlements
                dependencies:
                  - package: Deployment
                  - target: \(clipTarget)
              \(clipTarget):
                type: application.on-demand-install-capable
                platform: iOS
            \(sources("Clip"))
                settings:
                  base:
                    PRODUCT_BUNDLE_IDENTIFIER: \(Self.quoted(clipBundle))
                    INFOPLIST_FILE: Clip/Info.plist
                    CODE_SIGN_ENTITLEMENTS: Clip/Clip.entitlements
                dependencies:
                  - package: Deployment
            schemes:
              "\(name)":
                build:
                  targets:
                    "\(name)": all
                run:
                  config: Debug
                test:
                  targets:
                    - package: Deployment/DeploymentTests
              \(clipTarget):
                build:
                  targets:
                    \(clipTarget): all
                run:
                  config: Debug
                  environmentVariables:
                    - variable: _XCAppClipURL
                      value: \(Self.quoted(launchURL))
                      isEnabled: true

            """
    }

    private func sources(_ folder: String) -> String {
        """
            sources:
              - path: \(folder)
                excludes:
                  - Info.plist
                  - PrivacyInfo.xcprivacy
                  - "*.entitlements"
              - path: \(folder)/PrivacyInfo.xcprivacy
                buildPhase: resources
              - path: Shared
        """
    }
}
