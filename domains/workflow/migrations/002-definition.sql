-- Labels may hold what jsonb refuses (\u0000, lone surrogates); nothing searches in a drawing.
alter table "processDefinition" alter column "json" type json using "json"::json;
-- What a version calls, so that call cycles are found without reading every drawing.
alter table "processDefinition" add column "calls" text[] not null default '{}';
create index "processInstance_definition" on "processInstance" ("definitionId");

create table "processHead" (
  "id" integer generated always as identity primary key,
  "name" text not null default '',
  "displayName" text not null default '',
  "category" text not null default '',
  "hasDraft" smallint not null default 0,
  "draftTime" timestamptz,
  "draftBy" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_processHead_name" on "processHead" (lower("name")) where "isDel" = 0;
create index "processHead_exact" on "processHead" ("name") where "isDel" = 0;
create index "processHead_category" on "processHead" ("category", "id" desc) where "isDel" = 0;

-- The draft of a name as it was typed: it may be wrong. The checksum is that of its canonical form, '' without one.
create table "processDraft" (
  "name" text primary key,
  "json" text not null,
  "checksum" text not null
);

create table "processBinding" (
  "id" integer generated always as identity primary key,
  "businessType" text not null default '',
  "processName" text not null default '',
  "condition" text not null default '',
  "titleTemplate" text not null default '',
  "form" text not null default '',
  "sort" integer not null default 0,
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "processBinding_type" on "processBinding" ("businessType", "sort", "id") where "isDel" = 0;
create index "processBinding_process" on "processBinding" ("processName") where "isDel" = 0;
