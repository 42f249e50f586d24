-- What signing in gave (members §3.10).
create table "userSign" (
  "id" bigint generated always as identity primary key,
  "uid" integer not null,
  "createDay" date not null,
  "type" smallint not null,
  "title" text not null default '',
  "number" integer not null default 0,
  "balance" integer not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "userSign_day" on "userSign" ("uid", "createDay" desc, "type");
