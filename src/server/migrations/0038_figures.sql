CREATE TABLE "cancellation_figures" (
	"restaurant_id" text NOT NULL,
	"date" date NOT NULL,
	"reason" text NOT NULL,
	"unpaid" integer DEFAULT 0 NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cancellation_figures_restaurant_id_date_reason_pk" PRIMARY KEY("restaurant_id","date","reason")
);
--> statement-breakpoint
CREATE TABLE "dish_figures" (
	"restaurant_id" text NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"dish_id" text NOT NULL,
	"quantity" integer DEFAULT 0 NOT NULL,
	"sales_fen" bigint DEFAULT 0 NOT NULL,
	"refunded_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "dish_figures_restaurant_id_span_start_dish_id_pk" PRIMARY KEY("restaurant_id","span","start","dish_id")
);
--> statement-breakpoint
CREATE TABLE "figures_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"restaurant_id" text NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "figures_progress_check" CHECK ("figures_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "hourly_figures" (
	"restaurant_id" text NOT NULL,
	"date" date NOT NULL,
	"type" text NOT NULL,
	"hour" smallint NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"sales_fen" bigint DEFAULT 0 NOT NULL,
	"wechat_orders" integer DEFAULT 0 NOT NULL,
	"wechat_fen" bigint DEFAULT 0 NOT NULL,
	"card_orders" integer DEFAULT 0 NOT NULL,
	"card_fen" bigint DEFAULT 0 NOT NULL,
	"voucher_orders" integer DEFAULT 0 NOT NULL,
	"points_orders" integer DEFAULT 0 NOT NULL,
	"points_used" bigint DEFAULT 0 NOT NULL,
	"points_earned" bigint DEFAULT 0 NOT NULL,
	"first_orders" integer DEFAULT 0 NOT NULL,
	"accepted_orders" integer DEFAULT 0 NOT NULL,
	"accept_seconds" bigint DEFAULT 0 NOT NULL,
	"ready_orders" integer DEFAULT 0 NOT NULL,
	"ready_seconds" bigint DEFAULT 0 NOT NULL,
	"cancelled_unpaid" integer DEFAULT 0 NOT NULL,
	"cancelled_paid" integer DEFAULT 0 NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"wechat_refund_fen" bigint DEFAULT 0 NOT NULL,
	"card_refund_fen" bigint DEFAULT 0 NOT NULL,
	"other_refund_fen" bigint DEFAULT 0 NOT NULL,
	"points_returned" bigint DEFAULT 0 NOT NULL,
	"points_reversed" bigint DEFAULT 0 NOT NULL,
	"late_fen" bigint DEFAULT 0 NOT NULL,
	"late_refund_fen" bigint DEFAULT 0 NOT NULL,
	"late_other_refund_fen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "hourly_figures_restaurant_id_date_type_hour_pk" PRIMARY KEY("restaurant_id","date","type","hour"),
	CONSTRAINT "hourly_figures_hour_check" CHECK ("hourly_figures"."hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "outdated_figures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"restaurant_id" text NOT NULL,
	"date" date NOT NULL,
	"is_past" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restaurant_figures" (
	"restaurant_id" text NOT NULL,
	"span" text NOT NULL,
	"start" date NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"sales_fen" bigint DEFAULT 0 NOT NULL,
	"money_fen" bigint DEFAULT 0 NOT NULL,
	"refund_fen" bigint DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"first_orders" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "restaurant_figures_restaurant_id_span_start_pk" PRIMARY KEY("restaurant_id","span","start")
);
--> statement-breakpoint
CREATE INDEX "hourly_figures_date_idx" ON "hourly_figures" USING btree ("date","restaurant_id");--> statement-breakpoint
CREATE INDEX "outdated_figures_order_idx" ON "outdated_figures" USING btree ("is_past","id");--> statement-breakpoint
CREATE INDEX "restaurant_figures_start_idx" ON "restaurant_figures" USING btree ("span","start");--> statement-breakpoint
CREATE INDEX "orders_user_paid_idx" ON "orders" USING btree ("user_id","paid_at","id") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_cancelled_idx" ON "orders" USING btree ("restaurant_id","cancelled_at") WHERE "orders"."cancelled_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_succeeded_idx" ON "payment_attempts" USING btree ("succeeded_at") WHERE "payment_attempts"."state" = 'success';--> statement-breakpoint
-- Written by hand from here on: the restaurant of existing refunds, what marks figures as outdated, and where the past begins.
INSERT INTO "figures_progress" ("id", "restaurant_id") VALUES (1, '');--> statement-breakpoint
CREATE FUNCTION mark_outdated_figures(restaurant text, at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outdated_figures (restaurant_id, date)
    SELECT restaurant, (at AT TIME ZONE 'Asia/Shanghai')::date WHERE at IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION mark_order_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_outdated_figures(NEW.restaurant_id, NEW.paid_at);
  IF TG_OP = 'INSERT' OR (OLD.cancelled_at, OLD.cancel_reason) IS DISTINCT FROM (NEW.cancelled_at, NEW.cancel_reason) THEN
    PERFORM mark_outdated_figures(NEW.restaurant_id, NEW.cancelled_at);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.paid_at IS DISTINCT FROM NEW.paid_at THEN
      PERFORM mark_outdated_figures(OLD.restaurant_id, OLD.paid_at);
    END IF;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_mark_figures AFTER INSERT ON "orders" FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL OR NEW.cancelled_at IS NOT NULL) EXECUTE FUNCTION mark_order_figures();--> statement-breakpoint
CREATE TRIGGER orders_mark_figures_updates AFTER UPDATE ON "orders" FOR EACH ROW
  WHEN ((OLD.paid_at, OLD.accepted_at, OLD.ready_at, OLD.cancelled_at, OLD.cancel_reason, OLD.user_id)
    IS DISTINCT FROM (NEW.paid_at, NEW.accepted_at, NEW.ready_at, NEW.cancelled_at, NEW.cancel_reason, NEW.user_id))
  EXECUTE FUNCTION mark_order_figures();--> statement-breakpoint
-- All statements on refunds come after those on orders, in the order in which transactions lock the two.
ALTER TABLE "refunds" ADD COLUMN "restaurant_id" text;--> statement-breakpoint
CREATE INDEX "refunds_created_idx" ON "refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_finished_idx" ON "refunds" USING btree ("restaurant_id","finished_at") WHERE "refunds"."state" in ('success', 'settled');--> statement-breakpoint
CREATE INDEX "refunds_late_idx" ON "refunds" USING btree ("restaurant_id","created_at") WHERE "refunds"."kind" = 'late' and "refunds"."restart_of" is null;--> statement-breakpoint
UPDATE "refunds" r SET "restaurant_id" = o."restaurant_id" FROM "orders" o WHERE o."id" = r."order_id";--> statement-breakpoint
CREATE FUNCTION set_refund_restaurant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.restaurant_id := (SELECT restaurant_id FROM orders WHERE id = NEW.order_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_set_restaurant BEFORE INSERT ON "refunds" FOR EACH ROW
  WHEN (NEW.restaurant_id IS NULL) EXECUTE FUNCTION set_refund_restaurant();--> statement-breakpoint
CREATE FUNCTION mark_refund_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_outdated_figures(NEW.restaurant_id, NEW.finished_at);
  IF NEW.kind = 'late' THEN
    PERFORM mark_outdated_figures(NEW.restaurant_id, NEW.created_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER refunds_mark_figures AFTER INSERT OR UPDATE ON "refunds" FOR EACH ROW
  WHEN (NEW.finished_at IS NOT NULL OR NEW.kind = 'late') EXECUTE FUNCTION mark_refund_figures();
