import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A source file of the project with its imports. */
export interface Source {
  /** Path from the project's root, with slashes. */
  file: string;
  text: string;
  imports: Import[];
}

export interface Import {
  /** Specifier as written. */
  name: string;
  /** Path from the project's root for one of our files, else null. */
  target: string | null;
  isTypeOnly: boolean;
}

const importStatement = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?["']([^"']+)["']/g;
const dynamicImport = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

function resolveTarget(file: string, name: string): string | null {
  if (name.startsWith("#")) return `src/${name.slice(1)}`;
  return name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : null;
}

/** Returns whether an import is type-only: `import { type A, type B }` as much as `import type { A, B }`. */
function hasOnlyTypes(statementText: string): boolean {
  const names = /\{([^}]*)\}/
    .exec(statementText)?.[1]
    ?.split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const hasDefault = /import\s+[\w*]/.test(statementText.replace(/import\s+type\b/, ""));
  return (
    !hasDefault && names !== undefined && names.length > 0 && names.every((name) => name.startsWith("type "))
  );
}

function parseImports(file: string, text: string): Import[] {
  const found: Import[] = [];
  for (const match of text.matchAll(importStatement)) {
    const name = match[2] ?? "";
    found.push({
      name,
      target: resolveTarget(file, name),
      isTypeOnly: Boolean(match[1]) || hasOnlyTypes(match[0]),
    });
  }
  for (const [, name = ""] of text.matchAll(dynamicImport)) {
    found.push({ name, target: resolveTarget(file, name), isTypeOnly: false });
  }
  return found;
}

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(file);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [file] : [];
  });
}

/** Reads every TypeScript and script file below the given folders. */
export function readSources(...folders: string[]): Source[] {
  return folders.flatMap(listFiles).map((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return { file, text, imports: parseImports(file, text) };
  });
}
