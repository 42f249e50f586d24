create table "sensitiveWord" (
  "id" integer generated always as identity primary key,
  "word" text not null default '',
  "category" smallint not null,
  "action" smallint not null,
  "matchType" smallint not null default 2,
  "whiteWords" text[] not null default '{}',
  "source" smallint not null default 2,
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_sensitiveWord_word" on "sensitiveWord" (lower("word")) where "isDel" = 0;

create table "sensitiveScene" (
  "id" integer generated always as identity primary key,
  "scene" text not null default '',
  "status" smallint not null default 1,
  "mode" smallint not null default 1,
  "mark" text not null default '*',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_sensitiveScene_scene" on "sensitiveScene" (lower("scene")) where "isDel" = 0;

create table "sensitiveHit" (
  "id" integer generated always as identity primary key,
  "scene" text not null default '',
  "person" text not null default '',
  "words" text[] not null default '{}',
  "original" text not null default '',
  "action" smallint not null,
  "review" smallint,
  "bizId" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "sensitiveHit_time" on "sensitiveHit" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "sensitiveHit_words" on "sensitiveHit" using gin ("words");
create index "sensitiveHit_biz" on "sensitiveHit" ("scene", "bizId") where "review" = 0;
