// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "driver",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "axonium", path: "../../../../packages/swift")],
    targets: [
        .executableTarget(
            name: "driver",
            dependencies: [
                .product(name: "Axonium", package: "axonium"),
                .product(name: "AxoniumTesting", package: "axonium"),
            ],
            swiftSettings: [.unsafeFlags(["-warnings-as-errors"])]
        )
    ],
    swiftLanguageModes: [.v6]
)
