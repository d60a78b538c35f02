CREATE TABLE "setup_codes" (
	"id" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"failures" integer NOT NULL
);
