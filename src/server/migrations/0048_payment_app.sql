ALTER TABLE "payment_attempts" ADD COLUMN "app_id" text;--> statement-breakpoint
CREATE INDEX "vouchers_expires_idx" ON "vouchers" USING btree ("expires_at") WHERE "vouchers"."status" = 'issued';