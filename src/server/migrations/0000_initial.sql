CREATE TABLE "addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"recipient" text NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"details" text NOT NULL,
	"house_number" text NOT NULL,
	"is_default" boolean NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"poi_id" text NOT NULL,
	"poi_name" text NOT NULL,
	"poi_address" text NOT NULL,
	"poi_location" text NOT NULL,
	"poi_adcode" text NOT NULL,
	"poi_citycode" text NOT NULL,
	"poi_cityname" text NOT NULL,
	"poi_adname" text NOT NULL,
	"poi_pname" text NOT NULL,
	"poi_type" text NOT NULL,
	"poi_typecode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_codes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"ip" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "sms_codes_failures_check" CHECK ("sms_codes"."failures" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"audience" text NOT NULL,
	"subject_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tokens_audience_check" CHECK ("tokens"."audience" in ('customer','staff'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"phone" text,
	"openid" text,
	"unionid" text,
	"nickname" text NOT NULL,
	"avatar" text,
	"invite_code" text NOT NULL,
	"merged_into" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"axis" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"version" integer NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"line" integer NOT NULL,
	"dish_id" text NOT NULL,
	"name" text NOT NULL,
	"spec_name" text,
	"image" text NOT NULL,
	"price_fen" bigint NOT NULL,
	"original_price_fen" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"refunded_quantity" integer DEFAULT 0 NOT NULL,
	"held_stock" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_order_id_line_pk" PRIMARY KEY("order_id","line"),
	CONSTRAINT "order_items_quantity_check" CHECK ("order_items"."quantity" > 0 and "order_items"."refunded_quantity" between 0 and "order_items"."quantity" and "order_items"."held_stock" between 0 and "order_items"."quantity")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"public_id" text NOT NULL,
	"user_id" text NOT NULL,
	"restaurant_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"refund_status" text NOT NULL,
	"version" integer NOT NULL,
	"goods_fen" bigint NOT NULL,
	"original_fen" bigint NOT NULL,
	"delivery_fee_fen" bigint NOT NULL,
	"points_fen" bigint DEFAULT 0 NOT NULL,
	"points_used" integer DEFAULT 0 NOT NULL,
	"total_fen" bigint NOT NULL,
	"pay_fen" bigint NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"refunded_fen" bigint DEFAULT 0 NOT NULL,
	"payment_method" text,
	"booking_at" timestamp (3) with time zone,
	"table_no" text,
	"contact_phone" text,
	"remark" text NOT NULL,
	"tableware_count" integer NOT NULL,
	"soldout_policy" text NOT NULL,
	"address" jsonb,
	"restaurant" jsonb NOT NULL,
	"distance_m" integer,
	"pickup_code" text,
	"voucher_id" text,
	"held_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"pay_expire_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"ready_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "orders_money_check" CHECK ("orders"."goods_fen" >= 0 and "orders"."delivery_fee_fen" >= 0 and "orders"."total_fen" = "orders"."goods_fen" + "orders"."delivery_fee_fen" and "orders"."pay_fen" = "orders"."total_fen" - "orders"."points_fen" and "orders"."pay_fen" >= 0 and "orders"."points_fen" >= 0),
	CONSTRAINT "orders_refund_check" CHECK ("orders"."refunded_fen" between 0 and "orders"."paid_fen" and "orders"."paid_fen" <= "orders"."pay_fen")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"images" jsonb NOT NULL,
	"status" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" text PRIMARY KEY NOT NULL,
	"partner" text NOT NULL,
	"title" text NOT NULL,
	"items" jsonb NOT NULL,
	"status" text NOT NULL,
	"order_id" text,
	"issued_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_ledger" (
	"id" text PRIMARY KEY NOT NULL,
	"card_id" text NOT NULL,
	"type" text NOT NULL,
	"delta_fen" bigint NOT NULL,
	"balance_after_fen" bigint NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"pin_hash" text NOT NULL,
	"user_id" text,
	"balance_fen" bigint NOT NULL,
	"pin_failures" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"issued_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cards_balance_check" CHECK ("cards"."balance_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"out_trade_no" text NOT NULL,
	"channel" text NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" text NOT NULL,
	"payer_openid" text,
	"client_ip" text NOT NULL,
	"prepay_id" text,
	"h5_url" text,
	"prepay_expires_at" timestamp (3) with time zone,
	"transaction_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"queries" integer DEFAULT 0 NOT NULL,
	"next_query_at" timestamp (3) with time zone,
	CONSTRAINT "payment_attempts_amount_check" CHECK ("payment_attempts"."amount_fen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"body" "bytea" NOT NULL,
	"headers" jsonb NOT NULL,
	"outcome" text NOT NULL,
	"out_trade_no" text,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"refund_no" text NOT NULL,
	"order_id" text NOT NULL,
	"attempt_id" text,
	"kind" text NOT NULL,
	"money_fen" bigint NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"items" jsonb,
	"restock" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"operator" text NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_amount_check" CHECK ("refunds"."money_fen" >= 0 and "refunds"."points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "booking_slots" (
	"restaurant_id" text NOT NULL,
	"slot_at" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL,
	"capacity" integer NOT NULL,
	CONSTRAINT "booking_slots_restaurant_id_slot_at_pk" PRIMARY KEY("restaurant_id","slot_at"),
	CONSTRAINT "booking_slots_taken_check" CHECK ("booking_slots"."taken" between 0 and "booking_slots"."capacity")
);
--> statement-breakpoint
CREATE TABLE "dishes" (
	"id" text PRIMARY KEY NOT NULL,
	"spu_id" text,
	"spu_name" text,
	"spec_name" text,
	"name" text NOT NULL,
	"category_id" text NOT NULL,
	"price_fen" bigint NOT NULL,
	"original_price_fen" bigint,
	"description" text NOT NULL,
	"image" text NOT NULL,
	"day_parts" jsonb,
	"takeaway" boolean NOT NULL,
	"in_store" boolean NOT NULL,
	"rank" integer NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "dishes_price_check" CHECK ("dishes"."price_fen" between 0 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"user_id" text NOT NULL,
	"restaurant_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favourites_user_id_restaurant_id_pk" PRIMARY KEY("user_id","restaurant_id")
);
--> statement-breakpoint
CREATE TABLE "menu_categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"rank" integer NOT NULL,
	"icon" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restaurants" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city_name" text NOT NULL,
	"district_name" text NOT NULL,
	"gb_city_code" text NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"phone" text NOT NULL,
	"start_time" text NOT NULL,
	"end_time" text NOT NULL,
	"takes_orders" boolean NOT NULL,
	"auto_accept" boolean DEFAULT true NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"pause_reason" text,
	"delivers" boolean NOT NULL,
	"delivery_radius_m" integer NOT NULL,
	"delivery_polygon" jsonb,
	"slot_capacity" integer NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "restaurants_radius_check" CHECK ("restaurants"."delivery_radius_m" >= 0 and "restaurants"."slot_capacity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "store_dishes" (
	"restaurant_id" text NOT NULL,
	"dish_id" text NOT NULL,
	"price_fen" bigint,
	"stock" integer,
	"sold_out" boolean DEFAULT false NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "store_dishes_restaurant_id_dish_id_pk" PRIMARY KEY("restaurant_id","dish_id"),
	CONSTRAINT "store_dishes_stock_check" CHECK ("store_dishes"."stock" is null or "store_dishes"."stock" >= 0),
	CONSTRAINT "store_dishes_price_check" CHECK ("store_dishes"."price_fen" is null or "store_dishes"."price_fen" between 0 and 10000000)
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"invitee_id" text PRIMARY KEY NOT NULL,
	"inviter_id" text NOT NULL,
	"status" text NOT NULL,
	"order_id" text,
	"points" integer DEFAULT 0 NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	"reward_at" timestamp (3) with time zone,
	CONSTRAINT "invites_self_check" CHECK ("invites"."invitee_id" <> "invites"."inviter_id")
);
--> statement-breakpoint
CREATE TABLE "points_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"balance" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "points_accounts_reserved_check" CHECK ("points_accounts"."reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE "points_holds" (
	"order_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"points" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "points_holds_points_check" CHECK ("points_holds"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "points_ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"delta" integer NOT NULL,
	"balance_after" integer NOT NULL,
	"reference" text NOT NULL,
	"available_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"points" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"reviewed_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	CONSTRAINT "withdrawals_points_check" CHECK ("withdrawals"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"detail" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"sender_type" text NOT NULL,
	"sender_id" text,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"file_id" text,
	"order_id" text,
	"client_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_notes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"staff_id" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_sessions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"assignee_id" text,
	"last_message_id" integer,
	"unread_by_staff" integer DEFAULT 0 NOT NULL,
	"unread_by_user" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rate_counters_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "request_keys" (
	"subject_id" text NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_keys_subject_id_call_key_pk" PRIMARY KEY("subject_id","call","key")
);
--> statement-breakpoint
CREATE TABLE "shared_values" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"restaurant_id" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_ledger" ADD CONSTRAINT "card_ledger_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_slots" ADD CONSTRAINT "booking_slots_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dishes" ADD CONSTRAINT "dishes_category_id_menu_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."menu_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD CONSTRAINT "store_dishes_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_dishes" ADD CONSTRAINT "store_dishes_dish_id_dishes_id_fk" FOREIGN KEY ("dish_id") REFERENCES "public"."dishes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_invitee_id_users_id_fk" FOREIGN KEY ("invitee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_accounts" ADD CONSTRAINT "points_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_holds" ADD CONSTRAINT "points_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_holds" ADD CONSTRAINT "points_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_ledger" ADD CONSTRAINT "points_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_assignee_id_staff_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_restaurant_id_restaurants_id_fk" FOREIGN KEY ("restaurant_id") REFERENCES "public"."restaurants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_user_idx" ON "addresses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_default_key" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "sms_codes_phone_idx" ON "sms_codes" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "sms_codes_ip_idx" ON "sms_codes" USING btree ("ip","created_at");--> statement-breakpoint
CREATE INDEX "tokens_subject_idx" ON "tokens" USING btree ("audience","subject_id","created_at");--> statement-breakpoint
CREATE INDEX "tokens_expires_idx" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone_key" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "users_openid_key" ON "users" USING btree ("openid");--> statement-breakpoint
CREATE UNIQUE INDEX "users_invite_code_key" ON "users" USING btree ("invite_code");--> statement-breakpoint
CREATE UNIQUE INDEX "order_history_version_key" ON "order_history" USING btree ("order_id","axis","version");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_no_key" ON "orders" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_public_id_key" ON "orders" USING btree ("public_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_voucher_key" ON "orders" USING btree ("voucher_id") WHERE "orders"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_user_idx" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_user_status_idx" ON "orders" USING btree ("user_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_store_idx" ON "orders" USING btree ("restaurant_id","status","paid_at");--> statement-breakpoint
CREATE INDEX "orders_due_idx" ON "orders" USING btree ("due_at") WHERE "orders"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "refund_requests_order_idx" ON "refund_requests" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "refund_requests_due_idx" ON "refund_requests" USING btree ("due_at") WHERE "refund_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "card_ledger_card_idx" ON "card_ledger" USING btree ("card_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_ledger_reference_key" ON "card_ledger" USING btree ("card_id","type","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_number_key" ON "cards" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_user_key" ON "cards" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_trade_key" ON "payment_attempts" USING btree ("out_trade_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_transaction_key" ON "payment_attempts" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_open_key" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" in ('created','pending');--> statement-breakpoint
CREATE INDEX "payment_attempts_order_idx" ON "payment_attempts" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_attempts_query_idx" ON "payment_attempts" USING btree ("next_query_at") WHERE "payment_attempts"."next_query_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_notifications_trade_idx" ON "payment_notifications" USING btree ("out_trade_no");--> statement-breakpoint
CREATE INDEX "payment_notifications_at_idx" ON "payment_notifications" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_refund_no_key" ON "refunds" USING btree ("refund_no");--> statement-breakpoint
CREATE INDEX "refunds_order_idx" ON "refunds" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_due_idx" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "dishes_category_idx" ON "dishes" USING btree ("category_id","rank");--> statement-breakpoint
CREATE INDEX "restaurants_position_idx" ON "restaurants" USING btree ("lat","lng");--> statement-breakpoint
CREATE INDEX "restaurants_city_idx" ON "restaurants" USING btree ("gb_city_code","id");--> statement-breakpoint
CREATE INDEX "invites_inviter_idx" ON "invites" USING btree ("inviter_id","bound_at");--> statement-breakpoint
CREATE INDEX "invites_reward_idx" ON "invites" USING btree ("reward_at") WHERE "invites"."status" = 'ordered';--> statement-breakpoint
CREATE INDEX "points_holds_user_idx" ON "points_holds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "points_ledger_user_idx" ON "points_ledger" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "points_ledger_reference_key" ON "points_ledger" USING btree ("user_id","type","reference");--> statement-breakpoint
CREATE INDEX "withdrawals_user_idx" ON "withdrawals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_status_idx" ON "withdrawals" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target","at");--> statement-breakpoint
CREATE INDEX "chat_messages_user_idx" ON "chat_messages" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_key" ON "chat_messages" USING btree ("user_id","sender_type","client_key");--> statement-breakpoint
CREATE INDEX "chat_notes_user_idx" ON "chat_notes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "chat_sessions_waiting_idx" ON "chat_sessions" USING btree ("waiting_since");--> statement-breakpoint
CREATE INDEX "chat_sessions_assignee_idx" ON "chat_sessions" USING btree ("assignee_id","updated_at");--> statement-breakpoint
CREATE INDEX "events_channel_idx" ON "events" USING btree ("channel","id");--> statement-breakpoint
CREATE INDEX "events_at_idx" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "files_owner_idx" ON "files" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "rate_counters_expires_idx" ON "rate_counters" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "request_keys_at_idx" ON "request_keys" USING btree ("created_at");