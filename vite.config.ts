import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { earlyScript } from "./scripts/lib/earlyScript.ts";
import { nameFirstChunk } from "./scripts/lib/nameFirstChunk.ts";
import { serverBuild } from "./scripts/lib/serverBuild.ts";
import { assetFileNames, ssrBuild } from "./scripts/lib/ssrBuild.ts";
import { testProjects } from "./scripts/lib/testProjects.ts";

const api = process.env.API_URL ?? "http://127.0.0.1:8081";
/** The oldest engines of the WeChat webview we support (Android XWEB, iOS 14.5). */
const targets = ["chrome87", "safari14.1"];
/** Modules of which those that many pages need come in one file, for staff's pages too. */
const sharedSources = /\/src\/(contract\/(?!staff\/)|web\/(lib|bridge|h5|ui)\/)|\/node_modules\/react-vant\//;
const productionRouter = fileURLToPath(
  new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url),
);

/**
 * One build (`vite build --app`): `client` makes dist/web, `screens` the same pages for the server in dist/screens, and
 * `server` makes dist/server.
 */
export default defineConfig({
  plugins: [react(), earlyScript(targets), ssrBuild, serverBuild],
  // The package's own map leads to its development build whatever the mode.
  resolve: { alias: [{ find: /^react-router$/, replacement: productionRouter }] },
  server: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 8080),
    proxy: { "/api": api, "/media": api },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/web",
        target: targets,
        // Safari on a phone is a target of its own: it alone needs some prefixes (-webkit-text-size-adjust).
        cssTarget: [...targets, "ios14.5"],
        rolldownOptions: {
          // vConsole evaluates what developers type; it comes in a chunk of its own, and ours is watched by Biome.
          checks: { eval: false },
          output: {
            // The names of code stand in the code that loads it: short ones.
            chunkFileNames: ({ name }) => `assets/${name.replace(/^first-.*/, "first")}-[hash:7].js`,
            assetFileNames,
            codeSplitting: {
              groups: [
                {
                  name: "vendor",
                  test: /node_modules\/(react|react-dom|scheduler|mobx|mobx-react-lite|react-router|react-router-dom|clsx|eventsource-parser)\/|preload-helper|rolldown\/runtime/,
                },
                { name: nameFirstChunk, debugName: "first", includeDependenciesRecursively: false },
                {
                  // Of small files a request costs more than their bytes.
                  name: "shared",
                  test: sharedSources,
                  minShareCount: 6,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, screens, server } = builder.environments;
      if (!client || !screens || !server) throw new Error("all environments are needed");
      for (const part of [client, screens, server]) await builder.build(part);
    },
  },
  test: {
    // A journey keeps a core busy with its browser and its server; more of them at a time only time each other out.
    maxWorkers: Math.max(2, availableParallelism()),
    // Waits are for conditions; how long they may take is a matter of the machine, not of the test.
    expect: { poll: { timeout: 30_000 } },
    // On the development server journeys run again after each change (`npm test -- --dev`).
    ...(process.env.JOURNEYS_DEV === "1" && { forceRerunTriggers: ["**/src/**"] }),
    // Output that a page makes after its last test would fail the whole run while its worker closes.
    disableConsoleIntercept: true,
    projects: testProjects,
  },
});
