-- Calls of systems outside, without what is secret in them. Platform §13.3.
create table "outCallLog" (
  "id" bigint generated always as identity primary key,
  "time" timestamptz not null default now(),
  "system" text not null,
  "method" text not null,
  "address" text not null,
  -- of HTTP; 0: no answer came
  "status" integer not null,
  "ms" integer not null,
  "attempt" integer not null default 1,
  "message" text not null default ''
);
create index "outCallLog_time" on "outCallLog" ("time" desc, "id" desc);
create index "outCallLog_system" on "outCallLog" ("system", "time" desc, "id" desc);
