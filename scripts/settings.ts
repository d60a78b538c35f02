// npm run settings: writes docs/settings.md and .env.example from the settings that the server and the sandbox read.
import { writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { renderSettingsFiles } from "./lib/settingsDocs.ts";

for (const [file, text] of Object.entries(renderSettingsFiles())) {
  writeFileSync(inRoot(...file.split("/")), text);
  console.log(`Wrote ${file}.`);
}
