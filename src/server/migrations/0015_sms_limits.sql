CREATE TABLE "devices" (
	"audience" text NOT NULL,
	"subject_id" text NOT NULL,
	"hash" text NOT NULL,
	"last_login_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "devices_audience_subject_id_hash_pk" PRIMARY KEY("audience","subject_id","hash"),
	CONSTRAINT "devices_audience_check" CHECK ("devices"."audience" in ('customer','staff'))
);
--> statement-breakpoint
ALTER TABLE "sms_codes" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "sms_codes" ADD COLUMN "is_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_codes" ADD COLUMN "proof" text;--> statement-breakpoint
CREATE INDEX "devices_login_idx" ON "devices" USING btree ("last_login_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_codes_proof_key" ON "sms_codes" USING btree ("proof");