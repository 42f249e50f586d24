create table "shippingTemplate" (
  "id" integer generated always as identity primary key,
  "name" text not null default '',
  "type" smallint not null default 1,
  "appoint" smallint not null default 2,
  "sort" integer not null default 0,
  "regions" jsonb not null default '[]'::jsonb,
  "frees" jsonb not null default '[]'::jsonb,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "shippingTemplate_order" on "shippingTemplate" ("sort" desc, "id") where "isDel" = 0;
