CREATE INDEX "vouchers_status_idx" ON "vouchers" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "vouchers_partner_idx" ON "vouchers" USING btree ("partner","created_at","id");--> statement-breakpoint
CREATE INDEX "cards_bound_idx" ON "cards" USING btree ("created_at","id") WHERE "cards"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "cards_unbound_idx" ON "cards" USING btree ("created_at","id") WHERE "cards"."user_id" is null;