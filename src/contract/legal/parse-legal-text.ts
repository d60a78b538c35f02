/** Part of a legal text. */
export interface LegalBlock {
  kind: "title" | "heading" | "item" | "paragraph";
  text: string;
}

const marks: readonly (readonly [mark: string, kind: LegalBlock["kind"]])[] = [
  ["## ", "heading"],
  ["# ", "title"],
  ["- ", "item"],
];

/**
 * Parses the simple format of legal texts: "# " begins a title, "## " a heading, "- " an item of a list; all other
 * lines are paragraphs. Nothing else has a meaning, so that markup in a text stays text.
 */
export function parseLegalText(source: string): LegalBlock[] {
  return source
    .split(/\r?\n/)
    .map((line) => line.trim())
    .map((line) => {
      // A mark without text has lost its blank.
      const [mark, kind] = marks.find(([start]) => `${line} `.startsWith(start)) ?? [
        "",
        "paragraph" as const,
      ];
      return { kind, text: line.slice(mark.length).trim() };
    })
    .filter(({ text }) => text !== "");
}
