ALTER TABLE "store_dishes" ADD COLUMN "daily_stock" integer;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD COLUMN "stock_reset_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD COLUMN "sold_out_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "store_dishes_reset_idx" ON "store_dishes" USING btree ("stock_reset_at") WHERE "store_dishes"."stock_reset_at" is not null;--> statement-breakpoint
CREATE INDEX "store_dishes_until_idx" ON "store_dishes" USING btree ("sold_out_until") WHERE "store_dishes"."sold_out_until" is not null;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD CONSTRAINT "store_dishes_daily_check" CHECK ("store_dishes"."daily_stock" is null or "store_dishes"."daily_stock" >= 0);