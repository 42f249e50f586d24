create table "express" (
  "id" integer generated always as identity primary key,
  "name" text not null default '',
  "code" text not null default '',
  "phone" text not null default '',
  "partnerId" smallint not null default 0,
  "partnerKey" smallint not null default 0,
  "net" smallint not null default 0,
  "account" text not null default '',
  "password" text not null default '',
  "netName" text not null default '',
  "elec" smallint not null default 0,
  "sort" integer not null default 0,
  "isShow" smallint not null default 1,
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_express_name" on "express" (lower("name")) where "isDel" = 0;
create unique index "uq_express_code" on "express" (lower("code")) where "isDel" = 0;
create index "express_order" on "express" ("sort" desc, "id") where "isDel" = 0;
