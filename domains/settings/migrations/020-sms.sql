create table "smsTemplate" (
  "id" integer generated always as identity primary key,
  "title" text not null default '',
  "tempType" smallint not null,
  "content" text not null default '',
  "tempId" text not null default '',
  "status" smallint not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_smsTemplate_title" on "smsTemplate" (lower("title")) where "isDel" = 0;

create table "smsRecord" (
  "id" integer generated always as identity primary key,
  "phone" text not null default '',
  "template" text not null default '',
  "tempType" smallint not null,
  "content" text not null default '',
  "units" integer not null default 1,
  "status" smallint not null default 0,
  "resultcode" smallint,
  "memo" text not null default '',
  "sendTime" timestamptz,
  "attempts" integer not null default 0,
  "scene" text not null default '',
  "sourceId" text not null default '',
  "providerId" text not null default '',
  -- what a code's message says, sealed, until it is delivered or given up
  "sealed" text not null default '',
  -- the provider's number of the template
  "tempId" text not null default '',
  "leaseUntil" timestamptz,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_smsRecord_source" on "smsRecord" ("scene", "sourceId", "phone");
create index "smsRecord_time" on "smsRecord" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "smsRecord_status" on "smsRecord" ("status", "createTime" desc, "id" desc) where "isDel" = 0;
create index "smsRecord_provider" on "smsRecord" ("providerId") where "providerId" <> '';

create table "smsCode" (
  "id" integer generated always as identity primary key,
  "phone" text not null,
  "scene" text not null,
  "codeHash" text not null,
  "ip" text not null,
  "tries" integer not null default 0,
  "expireTime" timestamptz not null,
  "usedTime" timestamptz,
  "createTime" timestamptz not null default now()
);
create index "smsCode_phone" on "smsCode" ("phone", "createTime" desc);
create index "smsCode_ip" on "smsCode" ("ip", "createTime" desc);

-- answers of people, each once: the provider tells them until it has heard that they arrived
create table "smsReply" (
  "id" integer generated always as identity primary key,
  "providerId" text not null unique,
  "phone" text not null,
  "content" text not null,
  "createTime" timestamptz not null default now()
);
