ALTER TABLE "refunds" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refused_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "restart_of" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "restarts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_failed_idx" ON "refunds" USING btree ("finished_at","id") WHERE "refunds"."state" = 'failed';--> statement-breakpoint
-- Until now the amount of a failed refund was free again: where another refund has taken it, nothing is left to decide.
UPDATE "refunds" r SET "state" = CASE WHEN o."refund_status" = 'failed' THEN 'failed' ELSE 'closed' END, "failure" = 'ABNORMAL'
FROM "orders" o WHERE o."id" = r."order_id" AND r."state" = 'failed';
