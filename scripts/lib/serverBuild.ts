import type { Plugin } from "vite";

/** The environment `server`: the API server and the sandbox for Node.js (dist/server). */
export const serverBuild: Plugin = {
  name: "server-build",
  // Tests and the development server run from the sources, with packages as they are.
  apply: "build",
  config: () => ({
    environments: {
      server: {
        consumer: "server",
        // One file instead of 1,300: finding and reading them would be half the work of a start. What stays outside is
        // native or wanted seldom, and loaded when it is.
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
