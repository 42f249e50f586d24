-- Tags of users: what they are, who carries them, how that came about, and the runs that find out by rules.
create table "userTagGroup" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "groupName" text not null default '',
  "selectMode" smallint not null default 2,
  "color" text not null default '',
  "sort" integer not null default 0,
  "status" smallint not null default 1
);
create unique index "uq_userTagGroup_groupName" on "userTagGroup" (lower("groupName")) where "isDel" = 0;
create index "userTagGroup_list" on "userTagGroup" ("sort", "id") where "isDel" = 0;

create table "userTag" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "name" text not null default '',
  "tagGroupId" integer,
  "tagType" smallint not null default 1,
  "color" text not null default '',
  "mark" text not null default '',
  "conditions" jsonb,
  "runMode" smallint not null default 1,
  "runDay" integer not null default 1,
  "runHour" integer not null default 3,
  "removeMode" smallint not null default 1,
  "validDays" integer not null default 0,
  "sort" integer not null default 0,
  "status" smallint not null default 1,
  "userNum" integer not null default 0,
  "lastRunTime" timestamptz,
  "runStatus" smallint not null default 0,
  "mergeToId" integer
);
create unique index "uq_userTag_name" on "userTag" (lower("name")) where "isDel" = 0;
create index "userTag_list" on "userTag" ("sort", "id" desc) where "isDel" = 0;
create index "userTag_group" on "userTag" ("tagGroupId") where "isDel" = 0;

-- Which user carries which tag; source -1: taken away by hand, and no rule gives it again. Read by tag and by user.
create table "userTagRel" (
  "id" bigint generated always as identity primary key,
  "tagId" integer not null,
  "uid" integer not null,
  "source" smallint not null,
  "bindTime" timestamptz not null default now(),
  "expireTime" timestamptz,
  "operator" integer
);
create unique index "userTagRel_tag" on "userTagRel" ("tagId", "uid");
create index "userTagRel_uid" on "userTagRel" ("uid");
create index "userTagRel_expire" on "userTagRel" ("expireTime") where "expireTime" is not null;

create table "userTagLog" (
  "id" bigint generated always as identity primary key,
  "time" timestamptz not null default now(),
  "uid" integer not null,
  "tagId" integer not null,
  "action" smallint not null,
  "source" smallint not null,
  "operator" integer,
  "runId" integer
);
create index "userTagLog_uid" on "userTagLog" ("uid", "id" desc);
create index "userTagLog_tag" on "userTagLog" ("tagId", "id" desc);

-- One computation of a tag. Its rule and its moment are kept with it, so that whoever goes on with it does the same.
create table "tagRun" (
  "id" integer generated always as identity primary key,
  "tagId" integer not null,
  "runNo" integer not null,
  "kind" smallint not null,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "startTime" timestamptz,
  "endTime" timestamptz,
  "lastUid" integer not null default 0,
  "matched" integer not null default 0,
  "added" integer not null default 0,
  "removed" integer not null default 0,
  "conflicts" integer not null default 0,
  "status" smallint not null default 1,
  "error" text not null default '',
  "heartbeat" timestamptz,
  "holder" text not null default '',
  "asOf" timestamptz,
  "conditions" jsonb,
  "dependsOn" integer[] not null default '{}'
);
create unique index "tagRun_no" on "tagRun" ("tagId", "runNo");
create unique index "tagRun_one" on "tagRun" ("tagId") where "status" in (1, 2);
create index "tagRun_tag" on "tagRun" ("tagId", "id" desc);
create index "tagRun_open" on "tagRun" ("id") where "status" in (1, 2);

-- How many carried a tag at the end of a day.
create table "userTagDay" (
  "tagId" integer not null,
  "day" date not null,
  "userNum" integer not null,
  primary key ("tagId", "day")
);

-- Users of whom something has changed that tags of 实时 may ask for.
create table "userTagTouched" (
  "uid" integer primary key,
  "time" timestamptz not null default now()
);
create index "userTagTouched_time" on "userTagTouched" ("time");

create table "tagRelation" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "kind" smallint not null,
  "fromTagId" integer not null,
  "toIds" integer[] not null default '{}',
  "weight" integer not null default 50,
  "sort" integer not null default 0,
  "status" smallint not null default 1
);
create unique index "uq_tagRelation_fromTagId" on "tagRelation" ("fromTagId", "kind") where "isDel" = 0;
create index "tagRelation_list" on "tagRelation" ("sort", "id" desc) where "isDel" = 0;
create index "tagRelation_to" on "tagRelation" using gin ("toIds") with (fastupdate = off);

-- Those who can have tags are counted and gone through in the order of their uids.
create index "user_living" on "user" ("id") where "isDel" = 0 and "lifeStatus" in (0, 1);
