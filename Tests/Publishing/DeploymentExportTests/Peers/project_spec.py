#!/usr/bin/env python3
"""Reads an exported project as XcodeGen and Xcode would: project.yml by the rules of XcodeGen's ProjectSpec.md, property
lists by plistlib. Shares nothing with the code that made them.

Prints `good: ...` and ends with 0, or `bad: ...` and 1.
"""
import pathlib
import plistlib
import re
import sys

import yaml

# XcodeGen, Docs/ProjectSpec.md: the keys of each object that a project of ours may use.
PROJECT = {"name", "options", "settings", "packages", "targets", "schemes", "configs", "include", "attributes"}
OPTIONS = {"deploymentTarget", "createIntermediateGroups", "bundleIdPrefix", "xcodeVersion", "minimumXcodeGenVersion"}
TARGET = {"type", "platform", "sources", "settings", "dependencies", "info", "entitlements", "scheme", "deploymentTarget"}
TYPES = {"application", "application.on-demand-install-capable", "framework", "bundle.unit-test", "app-extension"}
PLATFORMS = {"iOS", "macOS", "tvOS", "watchOS", "visionOS", "auto"}
SOURCE = {"path", "name", "excludes", "includes", "type", "optional", "buildPhase", "group"}
PHASES = {"sources", "headers", "resources", "none"}
# What the sources import: a target's module of the same name would hide it.
MODULES = {"AppClip", "AuthenticationServices", "Combine", "CoreLocation", "Deployment", "Foundation", "Swift",
           "SwiftUI", "UIKit", "UserNotifications", "XCTest"}
DEPENDENCY = {"target", "package", "product", "framework", "sdk", "embed", "link"}
SCHEME = {"build", "run", "test", "profile", "analyze", "archive"}
RUN = {"config", "environmentVariables", "commandLineArguments", "executable", "language"}
VARIABLE = {"variable", "value", "isEnabled"}
ACTIONS = {"all", "none", "testing", "indexing"}


class Bad(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Bad(text)


def keys(found, known, where):
    check(isinstance(found, dict), f"{where} is not an object")
    check(set(found) <= known, f"{where} has unknown keys: {sorted(set(found) - known)}")


def setting(text, where):
    """What XcodeGen hands on to Xcode as one value."""
    check(isinstance(text, (str, bool, int)), f"{where} is not a value: {text!r}")


def read_spec(folder):
    spec = yaml.safe_load((folder / "project.yml").read_text())
    keys(spec, PROJECT, "project")
    check(isinstance(spec.get("name"), str) and spec["name"], "name is missing")
    keys(spec["options"], OPTIONS, "options")
    version = spec["options"]["deploymentTarget"]["iOS"]
    check(isinstance(version, str) and re.fullmatch(r"\d+\.\d+", version) and float(version) >= 16, "deployment target")
    keys(spec["settings"], {"base", "configs", "groups"}, "settings")
    for name, value in spec["settings"]["base"].items():
        setting(value, name)
    for name, package in spec["packages"].items():
        keys(package, {"path", "group", "url", "from"}, f"package {name}")
        check((folder / package["path"] / "Package.swift").is_file(), f"package {name} is not there")
    return spec


def read_target(folder, spec, name):
    target = spec["targets"][name]
    keys(target, TARGET, name)
    check(isinstance(name, str) and name not in MODULES, f"{name}: a target of this name")
    check(target["type"] in TYPES, f"{name}: type {target['type']}")
    check(target["platform"] in PLATFORMS, f"{name}: platform")
    for source in target["sources"]:
        keys(source, SOURCE, f"source of {name}")
        if "buildPhase" in source:
            check(source["buildPhase"] in PHASES, f"{name}: phase {source['buildPhase']}")
            check((folder / source["path"]).is_file(), f"{name}: no file {source['path']}")
            continue
        check((folder / source["path"]).is_dir(), f"{name}: no folder {source['path']}")
        check(list((folder / source["path"]).glob("*.swift")), f"{name}: no Swift in {source['path']}")
    for dependency in target.get("dependencies", []):
        keys(dependency, DEPENDENCY, f"dependency of {name}")
        if "target" in dependency:
            check(dependency["target"] in spec["targets"], f"{name}: no target {dependency['target']}")
        else:
            check(dependency["package"] in spec["packages"], f"{name}: no package {dependency['package']}")
    base = target["settings"]["base"]
    for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
        check((folder / base[key]).is_file(), f"{name}: no file {base[key]}")
    information = plistlib.loads((folder / base["INFOPLIST_FILE"]).read_bytes())
    for key in ("CFBundleIdentifier", "CFBundleExecutable", "CFBundleName", "CFBundlePackageType", "CFBundleVersion",
                "CFBundleShortVersionString", "UILaunchScreen", "UIApplicationSceneManifest"):
        check(key in information, f"{name}: Info.plist has no {key}")
    check(information["CFBundleIdentifier"] == "$(PRODUCT_BUNDLE_IDENTIFIER)", f"{name}: CFBundleIdentifier")
    entitlements = plistlib.loads((folder / base["CODE_SIGN_ENTITLEMENTS"]).read_bytes())
    check_privacy(folder, name, target)
    return target, base["PRODUCT_BUNDLE_IDENTIFIER"], information, entitlements


def check_privacy(folder, name, target):
    """Apple, "Describing use of required reason API": UserDefaults of an App Group have the reason 1C8F.1."""
    paths = [each["path"] for each in target["sources"] if each.get("buildPhase") == "resources"]
    manifests = [path for path in paths if pathlib.Path(path).name == "PrivacyInfo.xcprivacy"]
    check(len(manifests) == 1, f"{name}: privacy manifests {manifests}")
    privacy = plistlib.loads((folder / manifests[0]).read_bytes())
    check(privacy["NSPrivacyTracking"] is False and privacy["NSPrivacyTrackingDomains"] == [], f"{name}: tracking")
    check(isinstance(privacy["NSPrivacyCollectedDataTypes"], list), f"{name}: collected data")
    reasons = {each["NSPrivacyAccessedAPIType"]: each["NSPrivacyAccessedAPITypeReasons"]
               for each in privacy["NSPrivacyAccessedAPITypes"]}
    check(reasons == {"NSPrivacyAccessedAPICategoryUserDefaults": ["1C8F.1"]}, f"{name}: reasons {reasons}")


def read_schemes(folder, spec, clip):
    tests = []
    for name, scheme in spec["schemes"].items():
        keys(scheme, SCHEME, f"scheme {name}")
        for target, action in scheme["build"]["targets"].items():
            check(target in spec["targets"] and action in ACTIONS, f"scheme {name}: target {target}")
        keys(scheme["run"], RUN, f"run of {name}")
        for variable in scheme["run"].get("environmentVariables", []):
            keys(variable, VARIABLE, f"environment of {name}")
            check(isinstance(variable["value"], str), f"environment of {name}: {variable}")
        for target in scheme.get("test", {}).get("targets", []):
            keys(target, {"package"}, f"test of {name}")
            package, target = target["package"].split("/")
            check((folder / spec["packages"][package]["path"] / "Tests" / target).is_dir(), f"no tests {target}")
            tests.append(target)
    check(tests, "no scheme runs the tests")
    variables = spec["schemes"][clip]["run"]["environmentVariables"]
    launch = [each for each in variables if each["variable"] == "_XCAppClipURL" and each["isEnabled"]]
    check(len(launch) == 1 and launch[0]["value"].startswith("https://"), "no _XCAppClipURL")


def check_pair(app, clip):
    """App Clips, "Creating an App Clip with Xcode" and what it refers to."""
    _, app_id, _, app_rights = app
    _, clip_id, information, rights = clip
    check(clip_id.startswith(app_id + "."), "the App Clip's identifier does not begin with the app's")
    requests = information["NSAppClip"]
    check(requests["NSAppClipRequestLocationConfirmation"] is True, "location confirmation")
    check(requests["NSAppClipRequestEphemeralUserNotification"] is True, "notifications")
    check(rights["com.apple.developer.on-demand-install-capable"] is True, "on-demand-install-capable")
    parents = rights["com.apple.developer.parent-application-identifiers"]
    check(parents == [f"$(AppIdentifierPrefix){app_id}"], f"parents {parents}")
    clips = app_rights["com.apple.developer.associated-appclip-app-identifiers"]
    check(clips == [f"$(AppIdentifierPrefix){clip_id}"], f"App Clips {clips}")
    domains = rights["com.apple.developer.associated-domains"]
    check(domains and all(each.startswith("appclips:") and "*" not in each for each in domains), f"domains {domains}")
    hosts = {each.split(":")[1] for each in domains}
    wanted = {f"{service}:{host}" for host in hosts for service in ("appclips", "applinks")}
    check(set(app_rights["com.apple.developer.associated-domains"]) == wanted, "domains of the app")
    groups = rights["com.apple.security.application-groups"]
    check(groups == app_rights["com.apple.security.application-groups"], "App Groups differ")
    check(len(groups) == 1 and groups[0].startswith("group."), f"App Group {groups}")
    return groups[0]


def main(folder):
    spec = read_spec(folder)
    targets = {name: read_target(folder, spec, name) for name in spec["targets"]}
    apps = [name for name, each in targets.items() if each[0]["type"] == "application"]
    clips = [name for name, each in targets.items() if each[0]["type"] == "application.on-demand-install-capable"]
    check(len(apps) == 1 and len(clips) == 1, f"targets {sorted(targets)}")
    check({"target": clips[0]} in targets[apps[0]][0]["dependencies"], "the app does not embed the App Clip")
    read_schemes(folder, spec, clips[0])
    group = check_pair(targets[apps[0]], targets[clips[0]])
    check(f'"{group}"' in (folder / "Shared/AppGroup.swift").read_text(), "the sources name another App Group")
    print(f"good: {len(targets)} targets, {len(spec['schemes'])} schemes")


try:
    main(pathlib.Path(sys.argv[1]))
except Bad as fault:
    print(f"bad: {fault}")
    sys.exit(1)
except Exception as fault:
    print(f"bad: {type(fault).__name__}: {fault}")
    sys.exit(1)
