CREATE TABLE "daily_sums" (
	"day" text NOT NULL,
	"what" text NOT NULL,
	"who" text NOT NULL,
	"fen" bigint NOT NULL,
	CONSTRAINT "daily_sums_day_what_who_pk" PRIMARY KEY("day","what","who")
);
