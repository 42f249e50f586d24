-- Every scan that counted, with what it was answered: the same again gets the same answer and counts no more. Warehouse §7.
create table "scanLog" (
  "id" bigint generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "scanId" text not null,
  "adminId" integer not null,
  "job" text not null,
  "sourceType" text not null,
  "sourceId" integer not null,
  "code" text not null default '',
  "qty" numeric(18,3),
  "answer" jsonb
);
create unique index "uq_scanLog_scanId" on "scanLog" ("scanId");
create index "scanLog_source" on "scanLog" ("sourceType", "sourceId", "id");

-- "sortScan" is written no more; it goes one version later.
