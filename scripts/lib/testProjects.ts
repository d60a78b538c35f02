import type { TestProjectConfiguration } from "vitest/config";

const unitFiles = [
  "src/**/*.test.ts",
  "src/**/*.test.tsx",
  "scripts/**/*.test.ts",
  "tests/support/**/*.test.ts",
];

/** The kinds of tests, each with what it needs; docs/how-to/run-one-browser-test.md says how to run one. */
export const testProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: "unit",
      include: unitFiles,
      environment: "node",
      // A thread for each of the many small files starts sooner than a process.
      pool: "threads",
      // Some start a database or a process of their own, which takes its time on a busy machine.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  },
  {
    extends: true,
    // Reading all sources takes its time on a busy machine.
    test: { name: "architecture", include: ["tests/architecture/**/*.test.ts"], testTimeout: 60_000 },
  },
  {
    extends: true,
    test: {
      name: "api",
      include: ["tests/api/**/*.test.ts"],
      exclude: ["tests/api/redis/**"],
      globalSetup: ["tests/support/databases/globalSetupEmbedded.ts"],
      setupFiles: ["tests/support/api/everyTest.ts"],
      // Each file has a server and a database of its own; modules may be shared, which halves the time.
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  },
  {
    extends: true,
    test: {
      name: "api-external",
      // What depends on the engine: schema, locks, LISTEN, migrations, searches, growth and random scenarios.
      include: ["tests/api/both-databases/**/*.test.ts"],
      globalSetup: ["tests/support/databases/globalSetupExternal.ts"],
      setupFiles: ["tests/support/api/everyTest.ts"],
      // Each file has a server and a database of its own; modules may be shared, which halves the time.
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  },
  {
    extends: true,
    test: {
      name: "api-redis",
      // What Redis takes over from PostgreSQL: notifications of events and counters of limits.
      include: [
        "tests/api/both-databases/{live-events,live-faults,multi-process,rate-limit}.test.ts",
        "tests/api/redis/**/*.test.ts",
      ],
      globalSetup: ["tests/support/databases/globalSetupRedis.ts"],
      setupFiles: ["tests/support/api/everyTest.ts"],
      // Each file has a server and a database of its own; modules may be shared, which halves the time.
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  },
  {
    extends: true,
    test: {
      name: "journeys",
      include: ["tests/journeys/**/*.test.ts"],
      globalSetup: [
        "tests/journeys/support/globalSetup.ts",
        "tests/support/databases/globalSetupEmbedded.ts",
      ],
      setupFiles: ["tests/journeys/support/everyTest.ts"],
      // Modules may be shared, which saves loading them, and lets the files of a worker share its installation.
      isolate: false,
      // A test that visits every screen takes its time on a slow machine.
      testTimeout: 300_000,
      hookTimeout: 180_000,
    },
  },
];
