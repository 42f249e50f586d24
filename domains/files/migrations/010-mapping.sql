-- Which heading of their own sheets a person means by a column of an import, where the names alone do not tell.
create table "importMapping" (
  "adminId" integer not null,
  "bizType" text not null,
  "mapping" jsonb not null,
  "updateTime" timestamptz not null default now(),
  primary key ("adminId", "bizType")
);

-- Exports that are made again by themselves.
create table "exportPlan" (
  "id" integer generated always as identity primary key,
  "adminId" integer not null,
  "bizType" text not null,
  "title" text not null,
  "params" jsonb not null default '{}'::jsonb,
  "cron" text not null,
  "status" smallint not null default 1,
  "nextTime" timestamptz,
  "lastTime" timestamptz,
  "lastMessage" text not null default '',
  "createTime" timestamptz not null default now()
);
create index "exportPlan_admin" on "exportPlan" ("adminId", "id" desc);
create index "exportPlan_due" on "exportPlan" ("nextTime") where "status" = 1;
