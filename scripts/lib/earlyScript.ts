import { build, type Plugin } from "vite";

const input = "src/web/entry-early.ts";
const tag = `<script src="/${input}"></script>`;

/**
 * Creates the Vite plugin that replaces the tag of entry-early.ts in index.html by its bundled code, built for
 * the given engines.
 */
export function earlyScript(target: string[]): Plugin {
  const rolldownOptions = { input, output: { format: "iife" } } as const;
  const options = { write: false, copyPublicDir: false, target, rolldownOptions };
  const handler = async (html: string) => {
    const built = await build({ configFile: false, logLevel: "warn", build: options });
    if (!("output" in built) || !html.includes(tag)) throw new Error(`index.html lacks ${input}`);
    return html.replace(tag, () => `<script>${built.output[0].code.trim()}</script>`);
  };
  return { name: "early-script", transformIndexHtml: { order: "pre", handler } };
}
