create table "systemNotification" (
  "id" integer generated always as identity primary key,
  "mark" text not null default '',
  "type" text not null default '',
  "description" text not null default '',
  "sendType" smallint not null default 2,
  "isNotice" smallint not null default 0,
  "isSms" smallint not null default 0,
  "isWechat" smallint not null default 0,
  "isRoutine" smallint not null default 0,
  "content" text not null default '',
  "smsId" integer not null default 0,
  "wechatId" integer not null default 0,
  "routineId" integer not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_systemNotification_mark" on "systemNotification" (lower("mark")) where "isDel" = 0;

create table "adminNotice" (
  "id" integer generated always as identity primary key,
  "adminId" integer not null,
  "mark" text not null default '',
  "type" text not null default '',
  "content" text not null default '',
  "link" text not null default '',
  "readTime" timestamptz,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "adminNotice_admin" on "adminNotice" ("adminId", "createTime" desc, "id" desc) where "isDel" = 0;
create index "adminNotice_unread" on "adminNotice" ("adminId") where "isDel" = 0 and "readTime" is null;
create index "adminNotice_time" on "adminNotice" ("createTime");

-- What was told to whom by which channel: told once, whoever tells it again.
create table "noticeSent" (
  "id" bigint generated always as identity primary key,
  "mark" text not null,
  "source" text not null,
  "kind" text not null,
  "receiverId" integer not null,
  "channel" text not null,
  -- 1 handed over, 2 failed
  "status" smallint not null default 1,
  "error" text not null default '',
  "createTime" timestamptz not null default now()
);
create unique index "uq_noticeSent" on "noticeSent" ("mark", "source", "kind", "receiverId", "channel");
create index "noticeSent_time" on "noticeSent" ("createTime");

-- What a member of staff does not want to be told by a channel.
create table "noticeRefusal" (
  "adminId" integer not null,
  "mark" text not null,
  "channel" text not null,
  primary key ("adminId", "mark", "channel")
);

alter table "sensitiveScene" add "notifyIds" integer[] not null default '{}';
