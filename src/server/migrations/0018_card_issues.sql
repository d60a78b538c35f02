CREATE TABLE "card_issues" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"pins_read_at" timestamp (3) with time zone,
	"pins_told_again_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "issue_id" text;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_issue_id_card_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."card_issues"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_issue_idx" ON "cards" USING btree ("issue_id");