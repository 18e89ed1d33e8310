// swift-tools-version: 6.1
import PackageDescription

// The folder list is the architecture: each module depends only on those above it.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "rowkeep",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "rowkeep", targets: ["rowkeep"]),
    .library(name: "AccessPlan", targets: ["AccessPlan"]),
    .library(name: "RowkeepCommands", targets: ["RowkeepCommands"]),
    // For `Benchmarks`, a package of its own.
    .library(
      name: "DecisionEngines",
      targets: [
        "AccessModel", "SQLText", "AccessFixtures", "AccessDecisions", "AccessSimulator",
        "MigrationPlanner", "LivePostgres", "SQLFrontend",
      ]),
    .executable(name: "ElectricRide", targets: ["ElectricRide"]),
    .executable(name: "VeloReady", targets: ["VeloReady"]),
    .executable(name: "Chapter", targets: ["Chapter"]),
  ],
  traits: [
    .trait(
      name: "JWTVerification",
      description: "Tokens' signatures can be verified; takes minutes to build, with swift-crypto.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.0"),
    // Neither fetched nor built without the trait.
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(
      name: "CPgQuery",
      providers: [
        .apt(["libpg-query-dev", "libprotobuf-c-dev"]), .brew(["libpg_query", "protobuf-c"]),
      ]),
    .target(name: "AccessModel", swiftSettings: settings),
    .target(name: "WorkerThreads", swiftSettings: settings),
    .target(name: "AccessPlan", dependencies: ["AccessModel"], swiftSettings: settings),
    .target(name: "SQLText", dependencies: ["AccessModel"], swiftSettings: settings),
    .target(
      name: "SQLBinding", dependencies: ["AccessModel", "SQLText", "BigInt"],
      swiftSettings: settings),
    .target(
      name: "SQLFrontend",
      dependencies: [
        "CPgQuery", "AccessModel", "SQLText", "SQLBinding", "RowSecurity", "WorkerThreads",
      ],
      swiftSettings: settings),
    .target(
      name: "RowSecurity", dependencies: ["AccessModel", "SQLBinding"], swiftSettings: settings),
    .target(
      name: "AccessFixtures",
      dependencies: ["AccessModel", "SQLBinding", "AccessTokens", "SwiftCSV", "Yams"],
      swiftSettings: settings),
    .target(
      name: "AccessTokens",
      dependencies: [
        "AccessModel", "RowSecurity",
        .product(
          name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["JWTVerification"])),
      ],
      swiftSettings: settings),
    .target(
      name: "AccessDecisions",
      dependencies: ["AccessModel", "RowSecurity", "AccessFixtures", "WorkerThreads"],
      swiftSettings: settings),
    .target(
      name: "AccessSimulator",
      dependencies: [
        "AccessModel", "SQLText", "SQLBinding", "RowSecurity", "AccessFixtures",
        "AccessDecisions", "WorkerThreads",
      ],
      swiftSettings: settings),
    .target(name: "AccessLinter", dependencies: ["AccessModel"], swiftSettings: settings),
    .target(
      name: "MigrationPlanner",
      dependencies: ["AccessModel", "SQLText", "SQLBinding", "RowSecurity", "SQLFrontend"],
      swiftSettings: settings),
    .target(
      name: "PlanImporter", dependencies: ["AccessModel", "AccessPlan", "SQLText"],
      swiftSettings: settings),
    .target(
      name: "LivePostgres",
      dependencies: [
        "CLibPQ", "AccessModel", "SQLText", "SQLFrontend", "AccessFixtures", "AccessDecisions",
      ],
      swiftSettings: settings),
    .target(
      name: "AccessReports",
      dependencies: [
        "AccessModel", "SQLText", "SQLBinding", "AccessFixtures", "AccessDecisions",
      ],
      swiftSettings: settings),
    .target(
      name: "SQLSession",
      dependencies: [
        "AccessModel", "AccessFixtures", "SQLText", "SQLFrontend", "SQLBinding", "AccessDecisions",
        "AccessSimulator", "LivePostgres",
      ],
      swiftSettings: settings),
    .target(
      name: "RowkeepCommands",
      dependencies: [
        "AccessModel", "AccessPlan", "SQLText", "SQLFrontend", "AccessSimulator", "SQLSession",
        "PlanImporter", "MigrationPlanner", "LivePostgres", "AccessReports", "AccessFixtures",
        "AccessDecisions", "AccessLinter", "AccessTokens",
        argumentParser,
      ],
      swiftSettings: settings),
    .executableTarget(name: "rowkeep", dependencies: ["RowkeepCommands"], swiftSettings: settings),

    .testTarget(
      name: "AccessLinterTests", dependencies: ["AccessLinter", "AccessModel", "SQLFrontend"],
      swiftSettings: settings),
    .testTarget(
      name: "AccessTokensTests", dependencies: ["AccessTokens", "AccessModel"],
      exclude: ["Tokens"], swiftSettings: settings),
    .testTarget(
      name: "AccessFixturesTests", dependencies: ["AccessFixtures", "AccessModel", "SQLFrontend"],
      swiftSettings: settings),
    .testTarget(
      name: "AccessDecisionsTests",
      dependencies: ["AccessDecisions", "AccessFixtures", "AccessModel"],
      swiftSettings: settings),

    // Shipped plans. Each is a program that carries every command.
    .executableTarget(
      name: "ElectricRide", dependencies: ["AccessPlan", "RowkeepCommands"],
      path: "policies/ElectricRide", swiftSettings: settings),
    .executableTarget(
      name: "VeloReady", dependencies: ["AccessPlan", "RowkeepCommands"],
      path: "policies/VeloReady", swiftSettings: settings),
    .executableTarget(
      name: "Chapter", dependencies: ["AccessPlan", "RowkeepCommands"], path: "policies/Chapter",
      swiftSettings: settings),

    // What `import` writes of a schema in the tests.
    .executableTarget(
      name: "Club", dependencies: ["AccessPlan", "RowkeepCommands"], path: "Tests/ImportedPlan",
      swiftSettings: settings),

    .testTarget(
      name: "AccessReportsTests",
      dependencies: ["AccessReports", "AccessModel", "AccessDecisions"],
      swiftSettings: settings),
    .testTarget(
      name: "RowkeepCommandsTests",
      dependencies: [
        "RowkeepCommands", "ElectricRide", "VeloReady", "Chapter", "Club", "AccessReports",
        "AccessModel",
        "AccessDecisions",
        "AccessFixtures", "AccessSimulator", "LivePostgres", "MigrationPlanner", "SQLText",
        "ScratchServerTesting", argumentParser,
      ],
      exclude: ["Golden"], swiftSettings: settings),

    .testTarget(
      name: "SQLTextTests",
      dependencies: ["SQLText", "AccessModel", "LivePostgres", "ScratchServerTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "MigrationPlannerTests",
      dependencies: [
        "MigrationPlanner", "AccessModel", "AccessPlan", "ElectricRide", "LivePostgres",
        "SQLFrontend", "ScratchServerTesting",
      ],
      exclude: ["Golden"], swiftSettings: settings),

    // Normal forms, migrations from one state to another, and applying them.
    .testTarget(
      name: "PlanMigrationTests",
      dependencies: [
        "AccessModel", "SQLText", "SQLBinding", "SQLFrontend", "MigrationPlanner", "LivePostgres",
        "RowkeepCommands", "ElectricRide", "VeloReady", "Chapter", "SituationTesting",
        "DifferentialTesting", "ScratchServerTesting", "MigrationTesting", "MigrationRunner",
      ],
      swiftSettings: settings),
    .target(
      name: "MigrationTesting", dependencies: ["AccessModel", "LivePostgres", "MigrationPlanner"],
      path: "Tests/MigrationTesting", swiftSettings: settings),
    .executableTarget(
      name: "MigrationRunner",
      dependencies: ["AccessModel", "LivePostgres", "MigrationTesting", "SituationTesting"],
      path: "Tests/MigrationRunner", swiftSettings: settings),
    .testTarget(
      name: "LiveCatalogTests",
      dependencies: [
        "LivePostgres", "SQLFrontend", "AccessModel", "AccessFixtures", "AccessDecisions",
        "AccessSimulator", "MigrationPlanner", "RowkeepCommands", "ElectricRide", "VeloReady",
        "Chapter", "SituationTesting", "ScratchServerTesting",
      ],
      swiftSettings: settings),

    // What tests of several modules share: tiny databases, and a server to hold them against.
    .target(
      name: "AccessTesting",
      dependencies: [
        "AccessModel", "AccessFixtures", "AccessDecisions", "AccessSimulator",
        "MigrationPlanner", "LivePostgres", "SQLText", "SQLFrontend", "SQLSession",
        "ScratchServerTesting",
      ],
      path: "Tests/AccessTesting", swiftSettings: settings),
    .testTarget(
      name: "SQLBindingTests",
      dependencies: [
        "SQLBinding", "AccessModel", "AccessTesting", "LivePostgres", "ScratchServerTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SQLFrontendTests",
      dependencies: [
        "SQLFrontend", "AccessModel", "AccessPlan", "AccessTesting", "ElectricRide", "SQLText",
        "MigrationPlanner", "LivePostgres", "AccessSimulator", "AccessDecisions", "AccessFixtures",
        "SQLSession", "ScratchServerTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RowSecurityTests",
      dependencies: ["RowSecurity", "AccessModel", "AccessFixtures", "AccessTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "AccessSimulatorTests",
      dependencies: [
        "AccessSimulator", "AccessModel", "AccessTesting", "SQLBinding", "SQLFrontend",
        "AccessDecisions", "AccessFixtures", "ScratchServerTesting",
      ], swiftSettings: settings),

    .testTarget(
      name: "SQLSessionTests",
      dependencies: [
        "SQLSession", "SQLFrontend", "LivePostgres", "ScratchServerTesting", "AccessModel",
        "DiceTesting",
      ],
      exclude: ["Scripts"],
      swiftSettings: settings),

    .testTarget(
      name: "ExplanationTests",
      dependencies: [
        "SQLSession", "SQLFrontend", "SQLText", "AccessModel", "AccessFixtures", "AccessDecisions",
        "AccessSimulator", "AccessReports", "AccessTesting", "SituationTesting", "LivePostgres",
        "MigrationPlanner", "ScratchServerTesting",
      ],
      swiftSettings: settings),

    // PostgreSQL's own regression scripts, from a source tree that the user names.
    .executableTarget(
      name: "RegressionScoreboard",
      dependencies: ["AccessModel", "LivePostgres", "SQLFrontend", "SQLSession"],
      path: "Tests/RegressionScoreboard", swiftSettings: settings),

    // Faults planted in a copy of the sources, to see that tests catch each.
    .target(name: "PlantedFaults", path: "Tests/PlantedFaults", swiftSettings: settings),
    .executableTarget(
      name: "MutationCheck", dependencies: ["PlantedFaults"], path: "Tests/MutationCheck",
      swiftSettings: settings),
    .testTarget(
      name: "MutationCheckTests", dependencies: ["PlantedFaults"], swiftSettings: settings),

    // Public projects' migrations, from folders that the user names.
    .executableTarget(
      name: "ProjectScoreboard",
      dependencies: [
        "AccessModel", "AccessFixtures", "AccessDecisions", "AccessSimulator", "LivePostgres",
        "MigrationPlanner", "SQLFrontend", "SQLSession", "SQLText",
      ],
      path: "Tests/ProjectScoreboard", swiftSettings: settings),

    // Mutated inputs, to see that nothing crashes or hangs.
    .executableTarget(
      name: "SQLFuzzing",
      dependencies: [
        "AccessModel", "AccessFixtures", "AccessSimulator", "SQLFrontend", "SQLSession",
      ],
      path: "Tests/SQLFuzzing", exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "SQLFuzzingTests",
      dependencies: ["SQLFuzzing", "SQLSession", "SQLFrontend", "AccessModel"],
      swiftSettings: settings),

    // Reproducible chance, for what is generated.
    .target(name: "DiceTesting", path: "Tests/DiceTesting", swiftSettings: settings),

    // Generated databases and statements as models, for whatever is to be tried in many situations.
    .target(
      name: "SituationTesting",
      dependencies: [
        "AccessModel", "AccessFixtures", "DiceTesting", "MigrationPlanner", "SQLText",
      ],
      path: "Tests/SituationTesting", swiftSettings: settings),

    // Generated scripts, held against a server.
    .target(
      name: "DifferentialTesting",
      dependencies: [
        "AccessModel", "DiceTesting", "LivePostgres", "SQLFrontend", "SQLSession", "SQLText",
      ],
      path: "Tests/DifferentialTesting", swiftSettings: settings),
    .executableTarget(
      name: "DifferentialRunner", dependencies: ["DifferentialTesting", "LivePostgres"],
      path: "Tests/DifferentialRunner", swiftSettings: settings),
    .testTarget(
      name: "DifferentialTests",
      dependencies: ["DifferentialTesting", "LivePostgres", "AccessModel"],
      exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "FunctionRunTests",
      dependencies: [
        "SQLSession", "SQLFrontend", "AccessModel", "LivePostgres", "ScratchServerTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AccessPlanTests", dependencies: ["AccessPlan", "AccessModel", "ElectricRide"],
      exclude: ["CompileFixtures"], swiftSettings: settings),

    // A scratch server for whichever tests need one.
    .target(
      name: "ScratchServerTesting", dependencies: ["LivePostgres"],
      path: "Tests/ScratchServerTesting", swiftSettings: settings),
    .executableTarget(
      name: "ScratchServerHolder", dependencies: ["LivePostgres"],
      path: "Tests/ScratchServerHolder", swiftSettings: settings),
    .testTarget(
      name: "LivePostgresTests",
      dependencies: [
        "LivePostgres", "ScratchServerTesting", "ScratchServerHolder", "AccessModel",
        "AccessFixtures", "AccessDecisions",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
