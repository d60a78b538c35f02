CREATE TABLE "pin_guards" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pin_guards_check" CHECK ("pin_guards"."failures" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_refund_check";--> statement-breakpoint
ALTER TABLE "points_ledger" ALTER COLUMN "available_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "bound_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "points_accounts" ADD COLUMN "next_expiry_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD COLUMN "order_id" text;--> statement-breakpoint
CREATE INDEX "pin_guards_at_idx" ON "pin_guards" USING btree ("tried_at");--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_at_idx" ON "cards" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "cards_tail_idx" ON "cards" USING btree (right("number", 4));--> statement-breakpoint
CREATE INDEX "points_accounts_expiry_idx" ON "points_accounts" USING btree ("next_expiry_at") WHERE "points_accounts"."next_expiry_at" is not null;--> statement-breakpoint
CREATE INDEX "points_ledger_order_idx" ON "points_ledger" USING btree ("order_id") WHERE "points_ledger"."order_id" is not null;--> statement-breakpoint
ALTER TABLE "cards" DROP COLUMN "pin_failures";--> statement-breakpoint
ALTER TABLE "cards" DROP COLUMN "locked_until";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refund_check" CHECK ("orders"."refunded_fen" between 0 and "orders"."paid_fen" and "orders"."paid_fen" <= "orders"."pay_fen" and "orders"."refunded_points" between 0 and "orders"."points_used");