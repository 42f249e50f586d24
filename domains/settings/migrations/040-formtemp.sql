create table "systemFormTemp" (
  "id" integer generated always as identity primary key,
  "name" text not null default '',
  "info" text not null default '',
  "content" jsonb not null default '[]'::jsonb,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);

create table "systemConfigHistory" (
  "id" integer generated always as identity primary key,
  "formId" integer not null,
  "name" text not null,
  "before" text not null,
  "after" text not null,
  "createTime" timestamptz not null default now(),
  "createBy" integer
);
create index "systemConfigHistory_form" on "systemConfigHistory" ("formId", "id" desc);
