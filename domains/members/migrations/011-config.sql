-- Every version of what is set for members, in groups (members §3.9).
create table "memberConfig" (
  "id" integer generated always as identity primary key,
  "type" text not null default '',
  "channelId" integer not null,
  "versionNo" integer not null,
  "fields" jsonb not null default '[]'::jsonb,
  "changes" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "memberConfig_version" on "memberConfig" ("type", "channelId", "versionNo" desc);
