-- Each day of the operation log as it was when it ended; hash is over the day and the hash before it. Platform §13.3.
create table "operLogSeal" (
  "day" date primary key,
  "rows" integer not null,
  "digest" text not null,
  "hash" text not null,
  "sealTime" timestamptz not null default now(),
  -- when the retention removed the day's rows
  "goneTime" timestamptz
);
