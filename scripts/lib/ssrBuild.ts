import type { Plugin } from "vite";

/** The names of files that pages refer to: pages that the server makes must name the same ones as the browser's. */
export const assetFileNames = "assets/[name]-[hash:7][extname]";

/** The environment `screens`: the pages of which the server makes the first screen, for Node.js (dist/screens). */
export const ssrBuild: Plugin = {
  name: "ssr-build",
  apply: "build",
  config: () => ({
    environments: {
      screens: {
        consumer: "server",
        define: { "process.env.NODE_ENV": '"production"' },
        // All in one: the server must not depend on how React and the router are found at run time.
        resolve: { noExternal: true },
        build: {
          outDir: "dist/screens",
          copyPublicDir: false,
          ssr: true,
          target: "node20",
          assetsInlineLimit: 0,
          emptyOutDir: true,
          rolldownOptions: {
            input: { screens: "src/web/entry-server.tsx" },
            checks: { eval: false },
            // Named by its content: a running server can tell a new build from the one it has in memory.
            output: {
              entryFileNames: "[name]-[hash].js",
              chunkFileNames: "chunks/[name]-[hash].js",
              assetFileNames,
            },
          },
          manifest: true,
        },
      },
    },
  }),
};
