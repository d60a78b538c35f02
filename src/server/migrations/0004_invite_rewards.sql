ALTER TABLE "invites" ADD COLUMN "rewarded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "digest" text;--> statement-breakpoint
CREATE INDEX "invites_rewarded_idx" ON "invites" USING btree ("inviter_id","rewarded_at") WHERE "invites"."rewarded_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "files_digest_key" ON "files" USING btree ("owner_id","kind","digest") WHERE "files"."digest" is not null;