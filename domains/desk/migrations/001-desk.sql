create table "recordNote" (
  "id" bigint generated always as identity primary key,
  "recordType" text not null default '',
  "recordId" bigint not null,
  "content" text not null default '',
  "mentions" integer[] not null default '{}',
  "authorName" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "recordNote_record" on "recordNote" ("recordType", "recordId", "createTime" desc, "id" desc) where "isDel" = 0;
