import { memberCardsCommand, memberCardsUsage } from "../src/server/cli/member-cards.ts";
import { runCliCommand } from "./lib/runCliCommand.ts";

// npm run cards: issues, shows, adjusts and disables member cards in the database of the running server.

await runCliCommand(memberCardsCommand, { usage: memberCardsUsage });
