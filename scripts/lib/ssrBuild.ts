import type { Plugin } from "vite";

/** Asset file name pattern: pages rendered on the server must refer to the same names as the browser's. */
export const assetFileNames = "assets/[name]-[hash:7][extname]";

/**
 * Vite environment `screens`: builds the pages that are rendered on the server, for Node.js (dist/screens).
 */
export const ssrBuild: Plugin = {
  name: "ssr-build",
  apply: "build",
  config: () => ({
    environments: {
      screens: {
        consumer: "server",
        define: { "process.env.NODE_ENV": '"production"' },
        // Everything bundled: the server must not depend on how React and the router are resolved at run
        // time.
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
            // Named by content hash: a running server can distinguish a new build from the one in memory.
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
