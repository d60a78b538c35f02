ALTER TABLE "data_copies" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "traceparent" text;