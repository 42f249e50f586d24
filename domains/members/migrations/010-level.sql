-- Levels of three types, growth and what is kept of both (members §3).
create table "systemUserLevel" (
  "id" integer generated always as identity primary key,
  "levelType" smallint not null,
  "name" text not null default '',
  "grade" integer not null,
  "experience" integer,
  "keepExperience" integer,
  "discount" numeric(18,2),
  "icon" text not null default '',
  "image" text not null default '',
  "color" text not null default '',
  "needNetAmount" bigint,
  "needPayCount" integer,
  "needTaskId" integer,
  "agreementId" integer,
  "equities" jsonb not null default '[]'::jsonb,
  "content" text not null default '',
  "sort" integer not null default 0,
  "isShow" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_systemUserLevel_name_levelType" on "systemUserLevel" (lower("name"), "levelType") where "isDel" = 0;
create unique index "uq_systemUserLevel_grade_levelType" on "systemUserLevel" ("grade", "levelType") where "isDel" = 0;
create index "ix_systemUserLevel_list" on "systemUserLevel" ("levelType", "grade", "id" desc) where "isDel" = 0;

-- Append-only: every change of a user's level of a type.
create table "userLevel" (
  "id" bigint generated always as identity primary key,
  "uid" integer not null,
  "levelType" smallint not null,
  "beforeId" integer,
  "beforeName" text not null default '',
  "afterId" integer,
  "afterName" text not null default '',
  "grade" integer,
  "discount" numeric(18,2),
  "changeType" smallint not null,
  "experience" integer not null default 0,
  "mark" text not null default '',
  "operatorName" text not null default '',
  "sourceType" text not null default '',
  "sourceId" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "userLevel_source" on "userLevel" ("uid", "levelType", "sourceType", "sourceId");
create index "ix_userLevel_uid" on "userLevel" ("uid", "id" desc);
create index "ix_userLevel_levelType" on "userLevel" ("levelType", "id" desc) where "isDel" = 0;
create index "ix_userLevel_changeType" on "userLevel" ("changeType", "id" desc) where "isDel" = 0;
create index "ix_userLevel_createTime" on "userLevel" ("createTime");

-- The ledger of growth: postExperience alone writes it.
create table "userExperienceRecord" (
  "id" bigint generated always as identity primary key,
  "uid" integer not null,
  "linkType" text not null default '',
  "linkId" text not null default '',
  "seq" integer not null default 0,
  "type" smallint not null,
  "title" text not null default '',
  "experience" integer not null check ("experience" >= 0),
  "balance" integer not null check ("balance" >= 0),
  "mark" text not null default '',
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "userExperienceRecord_link" on "userExperienceRecord" ("uid", "linkType", "linkId", "seq", "type");
create index "ix_userExperienceRecord_uid" on "userExperienceRecord" ("uid", "id" desc);
create index "ix_userExperienceRecord_time" on "userExperienceRecord" ("uid", "createTime");

-- What each line of an order gained, so that a refund of some pieces takes back their part.
create table "growthLine" (
  "lineId" bigint primary key,
  "uid" integer not null,
  "linkId" text not null default '',
  "qty" bigint not null default 0,
  "total" integer not null default 0,
  "refundQty" bigint not null default 0
);
create index "growthLine_uid" on "growthLine" ("uid");

create table "equityUse" (
  "id" bigint generated always as identity primary key,
  "uid" integer not null,
  "levelId" integer not null,
  "equityCode" smallint not null,
  "sourceType" text not null default '',
  "sourceId" text not null default '',
  "month" text not null default '',
  "usedTime" timestamp with time zone not null,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "equityUse_source" on "equityUse" ("uid", "equityCode", "sourceType", "sourceId");
create index "ix_equityUse_uid" on "equityUse" ("uid", "month", "equityCode");
create index "equityUse_by_source" on "equityUse" ("sourceType", "sourceId");

-- Whose level is looked at tonight.
create index "user_levelExpire" on "user" ("levelExpire") where "levelExpire" is not null;
create index "user_levelLockTime" on "user" ("levelLockTime") where "levelLockTime" is not null;
