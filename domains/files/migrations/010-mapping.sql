-- Which heading of their own sheets a person means by a column of an import, where the names alone do not tell.
create table "importMapping" (
  "adminId" integer not null,
  "bizType" text not null,
  "mapping" jsonb not null,
  "updateTime" timestamptz not null default now(),
  primary key ("adminId", "bizType")
);

-- Exports that are made again by themselves, for the person who made them.
create table "exportPlan" (
  "id" integer generated always as identity primary key,
  "title" text not null default '',
  "bizType" text not null default '',
  "params" jsonb not null default '{}'::jsonb,
  "cron" text not null default '',
  "status" smallint not null default 1,
  "nextTime" timestamp with time zone,
  "lastTime" timestamp with time zone,
  "lastMessage" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "exportPlan_owner" on "exportPlan" ("createBy", "id" desc) where "isDel" = 0;
create index "exportPlan_due" on "exportPlan" ("nextTime") where "status" = 1 and "isDel" = 0;
