import type { Plugin } from "vite";

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Checks of libraries whose sentences are for developers; the check stays, the sentence goes. */
const checks = /^invariant2?$/;
const warnings = /^warning(Once)?$/;

/** What only the data router does, which nobody here uses: the text it stands in, and the same without it. */
export const withoutDataRouter: readonly [string, string][] = [
  ["return isDataRoute ? useNavigateStable() : useNavigateUnstable();", "return useNavigateUnstable();"],
  ["let dataRouterState = dataRouterOpts?.state;", "const dataRouterState = null;"],
  ["let errors = dataRouterState?.errors;", "const errors = null;"],
  ["let onErrorHandler = dataRouterOpts?.onError;", "const onErrorHandler = null;"],
];

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) walk(child, visit);
}

function calledName(node: unknown): string {
  if (!isNode(node) || node.type !== "CallExpression" || !isNode(node.callee)) return "";
  return String(node.callee.name ?? "");
}

function editsOf(program: Node): Edit[] {
  const edits: Edit[] = [];
  walk(program, (node) => {
    if (node.type === "ExpressionStatement" && warnings.test(calledName(node.expression))) {
      edits.push({ start: node.start, end: node.end, text: ";" });
      return false;
    }
    if (checks.test(calledName(node))) {
      const [condition, sentence] = node.arguments as Node[];
      if (condition !== undefined && sentence !== undefined)
        edits.push({ start: condition.end, end: sentence.end, text: "" });
    }
    return true;
  });
  return edits;
}

/** Shortens a chunk of react-router; the text that `program` is the tree of. */
export function slimRouterCode(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  let slim = code;
  for (const { start, end, text } of editsOf(program).sort((a, b) => b.start - a.start))
    slim = slim.slice(0, start) + text + slim.slice(end);
  return withoutDataRouter.reduce((all, [whole, part]) => all.replace(whole, part), slim);
}

/** Leaves out of the first load what react-router says to developers and what its data router needs: about a kilobyte. */
export const slimLibraries: Plugin = {
  name: "slim-libraries",
  apply: "build",
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/production\// },
    handler(code) {
      return { code: slimRouterCode(code, this.parse(code)), map: null };
    },
  },
};
