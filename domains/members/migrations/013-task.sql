-- Tasks of members, how far users are with them, what was counted (members §3.6).
create table "vipTask" (
  "id" integer generated always as identity primary key,
  "name" text not null default '',
  "taskType" smallint not null,
  "period" smallint not null default 1,
  "target" numeric(18,2) not null default 1,
  "objectIds" integer[] not null default '{}',
  "channelIds" integer[] not null default '{}',
  "customerScope" smallint not null default 1,
  "customerIds" integer[] not null default '{}',
  "conditions" jsonb,
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "experience" integer not null default 0,
  "integral" integer not null default 0,
  "diamond" integer not null default 0,
  "couponIds" integer[] not null default '{}',
  "receiveMode" smallint not null default 1,
  "validDays" integer not null default 7,
  "dayLimit" integer not null default 0,
  "totalLimit" integer not null default 0,
  "icon" text not null default '',
  "desc" text not null default '',
  "linkUrl" text not null default '',
  "sort" integer not null default 0,
  "status" smallint not null default 1,
  "givenNum" integer not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_vipTask_name" on "vipTask" (lower("name")) where "isDel" = 0;
create index "ix_vipTask_list" on "vipTask" ("sort" desc, "id" desc) where "isDel" = 0;

create table "vipTaskRecord" (
  "id" bigint generated always as identity primary key,
  "taskId" integer not null,
  "uid" integer not null,
  "periodKey" text not null default '',
  "progress" numeric(18,2) not null default 0,
  "status" smallint not null default 0,
  "doneTime" timestamp with time zone,
  "receiveTime" timestamp with time zone,
  "expireTime" timestamp with time zone,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "vipTaskRecord_period" on "vipTaskRecord" ("taskId", "uid", "periodKey");
create index "ix_vipTaskRecord_uid" on "vipTaskRecord" ("uid", "id" desc);
create index "ix_vipTaskRecord_taskId" on "vipTaskRecord" ("taskId", "id" desc);
create index "ix_vipTaskRecord_expireTime" on "vipTaskRecord" ("expireTime") where "status" = 1;
create index "ix_vipTaskRecord_done" on "vipTaskRecord" ("taskId", "doneTime") where "doneTime" is not null;

-- What has been counted for a task, each source once for a user. An order keeps what is left of it after refunds.
create table "vipTaskHit" (
  "taskId" integer not null,
  "uid" integer not null,
  "sourceType" text not null,
  "sourceId" text not null,
  "recordId" bigint not null,
  "amount" numeric(18,2) not null default 0,
  primary key ("taskId", "uid", "sourceType", "sourceId")
);
create index "vipTaskHit_source" on "vipTaskHit" ("sourceType", "sourceId");
create index "vipTaskHit_uid" on "vipTaskHit" ("uid");

-- Rewards of a task given on a day, against its daily limit.
create table "vipTaskDay" (
  "taskId" integer not null,
  "day" date not null,
  "given" integer not null default 0,
  primary key ("taskId", "day")
);

-- What lines of finished orders have been paid and given back, so that a refund takes off what they counted.
create table "taskOrderLine" (
  "lineId" bigint primary key,
  "uid" integer not null,
  "orderSubSn" text not null default '',
  "paid" bigint not null default 0,
  "refunded" bigint not null default 0
);
create index "taskOrderLine_order" on "taskOrderLine" ("orderSubSn");
create index "taskOrderLine_uid" on "taskOrderLine" ("uid");
