CREATE TABLE "order_history_archives" (
	"file" text PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"first_id" text NOT NULL,
	"end_id" text NOT NULL,
	"rows" bigint NOT NULL,
	"sha256" text NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL
);
