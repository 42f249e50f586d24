create table "attachment" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "name" text not null default '',
  "attDir" text not null default '',
  "sattDir" text not null default '',
  "attSize" integer not null default 0,
  "attType" text not null default '',
  "pid" integer not null default 0,
  "imageType" smallint not null default 1,
  "sha256" text not null default '',
  "width" integer,
  "height" integer,
  "duration" integer,
  "isPrivate" smallint not null default 0,
  "isQuick" smallint not null default 0
);
create index "attachment_list" on "attachment" ("pid", "id" desc) where "isDel" = 0 and "isQuick" = 0;
create index "attachment_address" on "attachment" ("attDir");
create unique index "uq_attachment_content" on "attachment" ("sha256", "pid")
  where "isDel" = 0 and "isQuick" = 0 and "isPrivate" = 0;
create index "attachment_gone" on "attachment" ("updateTime") where "isDel" = 1 or "isQuick" = 1;
