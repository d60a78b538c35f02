ALTER TABLE "restaurants" ADD COLUMN "minimum_order_fen" bigint;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "delivery_fee_fen" bigint;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "delivery_base_m" integer;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "delivery_km_fee_fen" bigint;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "free_delivery_from_fen" bigint;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "delivery_minutes" integer;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "slot_minutes" integer;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "booking_lead_minutes" integer;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "booking_days" integer;