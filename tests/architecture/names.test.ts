import { expect, test } from "vitest";
import { readSources } from "./sources.ts";

/** Words of the private idiom that the code once spoke, beside the standard terms to use instead. */
const deniedWords: Record<string, string> = {
  adopt: "apply, assign",
  ask: "fetch, request",
  asked: "requested",
  deed: "action",
  desk: "console, settings, service",
  forget: "reset, clear, delete",
  hear: "handle, onEvent",
  heard: "received",
  keep: "save, store, cache",
  kept: "cached, stored, saved",
  mortal: "killable",
  moment: "timestamp",
  most: "max",
  office: "admin, service",
  parts: "options, dependencies",
  patience: "timeout",
  recall: "load",
  say: "format",
  seat: "connection",
  shelf: "cache, storage",
  tell: "publish, notify",
  thread: "conversation",
  told: "published, notified",
  trip: "session",
  twin: "copy",
  wall: "local time",
  way: "order type, route",
  whoever: "a noun",
  wish: "request, input, filter",
  woven: "composed",
};

/** Terms of the trade that contain such a word: parts of the day that dishes are sold in. */
const allowedNames = ["dayParts", "listDayParts"];

const exportPattern =
  /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

function findDeniedWord(name: string): string | undefined {
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
  return words.find(
    (word) =>
      word in deniedWords ||
      (word.endsWith("es") ? word.slice(0, -2) : word.replace(/s$/, "")) in deniedWords,
  );
}

test("exported names use the field's terms, not the private idiom", () => {
  const denied = readSources("src", "scripts", "tests").flatMap(({ file, text }) =>
    [...text.matchAll(exportPattern)]
      .map(([, name = ""]) => ({ name, word: findDeniedWord(name) }))
      .filter(({ name, word }) => word !== undefined && !allowedNames.includes(name))
      .map(
        ({ name, word = "" }) =>
          `${file}: ${name} (use: ${deniedWords[word] ?? deniedWords[word.replace(/s$/, "")]})`,
      ),
  );
  expect(denied).toEqual([]);
});

test("a denied word is found wherever it stands in a name", () => {
  expect(findDeniedWord("QuoteWish")).toBe("wish");
  expect(findDeniedWord("keptAnswers")).toBe("kept");
  expect(findDeniedWord("formatWayHome")).toBe("way");
  expect(findDeniedWord("wishes")).toBe("wishes");
  expect(findDeniedWord("formatDishName")).toBeUndefined();
});
