import { catalogueCommand, catalogueUsage } from "../src/server/cli/catalogue.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run catalogue: imports, checks and exports the chain's restaurants and menu.

await runCliCommand(catalogueCommand, { usage: catalogueUsage });
