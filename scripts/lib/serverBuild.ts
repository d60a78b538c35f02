import type { Plugin } from "vite";

/** Vite environment `server`: builds the API server and the sandbox for Node.js (dist/server). */
export const serverBuild: Plugin = {
  name: "server-build",
  // Tests and the development server run from the sources with unbundled packages.
  apply: "build",
  config: () => ({
    environments: {
      server: {
        consumer: "server",
        // One file instead of 1,300: finding and reading them would be half of the start-up work. External
        // packages are native or rarely used, and loaded on demand.
        resolve: { noExternal: true, external: ["sharp", "@aws-sdk/client-s3", "wechatpay-axios-plugin"] },
        build: {
          outDir: "dist/server",
          copyPublicDir: false,
          ssr: true,
          target: "node20",
          emptyOutDir: true,
          rolldownOptions: {
            input: { main: "src/server/main.ts", sandbox: "src/sandbox/main.ts" },
            output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
          },
        },
      },
    },
  }),
};
