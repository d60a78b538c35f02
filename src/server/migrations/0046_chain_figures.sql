CREATE TABLE "chain_figures" (
	"date" date PRIMARY KEY NOT NULL,
	"cards_issued" integer DEFAULT 0 NOT NULL,
	"cards_value_fen" bigint DEFAULT 0 NOT NULL,
	"cards_adjusted_fen" bigint DEFAULT 0 NOT NULL,
	"cards_bound" integer DEFAULT 0 NOT NULL,
	"vouchers_issued" integer DEFAULT 0 NOT NULL,
	"points_invited" bigint DEFAULT 0 NOT NULL,
	"points_revoked" bigint DEFAULT 0 NOT NULL,
	"points_expired" bigint DEFAULT 0 NOT NULL,
	"points_adjusted" bigint DEFAULT 0 NOT NULL,
	"points_requested" bigint DEFAULT 0 NOT NULL,
	"withdrawals" integer DEFAULT 0 NOT NULL,
	"points_withdrawn" bigint DEFAULT 0 NOT NULL,
	"cards_spent_fen" bigint DEFAULT 0 NOT NULL,
	"vouchers_redeemed" integer DEFAULT 0 NOT NULL,
	"points_of_orders" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outdated_chain_figures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hourly_figures" ADD COLUMN "voucher_returns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "card_ledger_other_idx" ON "card_ledger" USING btree ("created_at") WHERE "card_ledger"."order_id" is null;--> statement-breakpoint
CREATE INDEX "cards_bound_at_idx" ON "cards" USING btree ("bound_at") WHERE "cards"."bound_at" is not null;--> statement-breakpoint
CREATE INDEX "points_ledger_other_idx" ON "points_ledger" USING btree ("created_at") WHERE "points_ledger"."order_id" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_paid_idx" ON "withdrawals" USING btree ("reviewed_at") WHERE "withdrawals"."status" = 'paid';--> statement-breakpoint
-- Written by hand from here on: what marks days of the chain as outdated.
CREATE FUNCTION mark_outdated_chain_figures(at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outdated_chain_figures (date) SELECT (at AT TIME ZONE 'Asia/Shanghai')::date WHERE at IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION mark_created_chain_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_outdated_chain_figures(NEW.created_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_card_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM mark_outdated_chain_figures(NEW.created_at);
  ELSE
    PERFORM mark_outdated_chain_figures(OLD.bound_at);
  END IF;
  PERFORM mark_outdated_chain_figures(NEW.bound_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_withdrawal_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_outdated_chain_figures(NEW.reviewed_at);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Movements of an order have one: they are summed with the order, and nothing is written here for them.
CREATE TRIGGER card_ledger_mark_figures AFTER INSERT ON "card_ledger" FOR EACH ROW
  WHEN (NEW.order_id IS NULL) EXECUTE FUNCTION mark_created_chain_figures();--> statement-breakpoint
CREATE TRIGGER points_ledger_mark_figures AFTER INSERT ON "points_ledger" FOR EACH ROW
  WHEN (NEW.order_id IS NULL) EXECUTE FUNCTION mark_created_chain_figures();--> statement-breakpoint
CREATE TRIGGER cards_mark_figures AFTER INSERT ON "cards" FOR EACH ROW
  EXECUTE FUNCTION mark_card_figures();--> statement-breakpoint
CREATE TRIGGER cards_mark_figures_updates AFTER UPDATE OF bound_at ON "cards" FOR EACH ROW
  WHEN (OLD.bound_at IS DISTINCT FROM NEW.bound_at) EXECUTE FUNCTION mark_card_figures();--> statement-breakpoint
CREATE TRIGGER vouchers_mark_figures AFTER INSERT ON "vouchers" FOR EACH ROW
  EXECUTE FUNCTION mark_created_chain_figures();--> statement-breakpoint
CREATE TRIGGER withdrawals_mark_figures AFTER INSERT OR UPDATE ON "withdrawals" FOR EACH ROW
  WHEN (NEW.status = 'paid') EXECUTE FUNCTION mark_withdrawal_figures();--> statement-breakpoint
-- The past is computed again by the servers: it has no orders whose vouchers can be used again, and no days of the chain.
UPDATE "figures_progress" SET "restaurant_id" = '', "completed_at" = NULL;
