CREATE TABLE "consents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"document" text NOT NULL,
	"version" integer NOT NULL,
	"action" text NOT NULL,
	"via" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consents_document_check" CHECK ("consents"."document" in ('agreement','privacy')),
	CONSTRAINT "consents_action_check" CHECK ("consents"."action" in ('agreed','withdrawn')),
	CONSTRAINT "consents_via_check" CHECK ("consents"."via" in ('sms_login','wechat_login','update'))
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"needs_consent" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_texts_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_user_idx" ON "consents" USING btree ("user_id","document","id");