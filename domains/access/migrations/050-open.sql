-- Applications outside that ask below /open, and what they are told of (orders §8).
create table "openApp" (
  "id" integer generated always as identity primary key,
  "name" text not null default '',
  "appKey" text not null default '',
  "channelId" smallint not null,
  "scopes" text[] not null default '{}',
  "ipList" text[] not null default '{}',
  "rateLimit" integer not null default 20,
  "externalPrice" smallint not null default 0,
  "webhookUrl" text not null default '',
  "events" text[] not null default '{}',
  "status" smallint not null default 1,
  "expireTime" timestamp with time zone,
  "oldUntil" timestamp with time zone,
  "lastTime" timestamp with time zone,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_openApp_name" on "openApp" (lower("name")) where "isDel" = 0;
-- Never given twice, whatever was deleted.
create unique index "uq_openApp_appKey" on "openApp" ("appKey");

-- Encrypted; in a table of their own, so that no list and no log can hold them.
create table "openSecret" (
  "appId" integer primary key,
  "secret" text not null,
  -- the one before it, valid until openApp.oldUntil
  "oldSecret" text not null default '',
  "webhookSecret" text not null
);

create table "openToken" (
  "tokenHash" text primary key,
  "appId" integer not null,
  "expireTime" timestamptz not null
);
create index "openToken_expire" on "openToken" ("expireTime");
create index "openToken_app" on "openToken" ("appId");

-- How often an application asked on a day, and in the second of its last call: its rate.
create table "openAppDay" (
  "appId" integer not null,
  "day" text not null,
  "calls" integer not null default 0,
  -- beyond its rate
  "refused" integer not null default 0,
  "slot" bigint not null default 0,
  "inSlot" integer not null default 0,
  primary key ("appId", "day")
);

-- Append-only.
create table "openLog" (
  "id" bigint generated always as identity primary key,
  "time" timestamptz not null default now(),
  "appId" integer not null,
  "method" text not null,
  "path" text not null,
  "code" smallint not null,
  "message" text not null default '',
  "ms" integer not null default 0,
  "ip" text not null default '',
  "requestId" text not null default '',
  "uid" integer
);
create index "openLog_app" on "openLog" ("appId", "time" desc, "id" desc);
create index "openLog_failed" on "openLog" ("appId", "time" desc, "id" desc) where "code" <> 200;
create index "openLog_time" on "openLog" ("time");

-- What an application is told of: a row for each event and application, delivered in order per eventKey.
create table "webhookEvent" (
  "id" bigint generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "appId" integer not null,
  -- the same at every attempt, so that the receiver can drop repeats
  "eventId" text not null,
  "type" text not null,
  -- the record it is about; '' where the order does not matter
  "eventKey" text not null default '',
  "payload" jsonb not null default '{}'::jsonb,
  "status" smallint not null default 0,
  "attempts" integer not null default 0,
  "nextTime" timestamptz not null default now(),
  "sentTime" timestamptz,
  "httpStatus" integer,
  "response" text not null default '',
  "lastError" text not null default ''
);
create unique index "webhookEvent_once" on "webhookEvent" ("appId", "eventId");
create index "webhookEvent_list" on "webhookEvent" ("appId", "createTime" desc, "id" desc);
create index "webhookEvent_status" on "webhookEvent" ("appId", "status", "createTime" desc, "id" desc);
-- What is to be delivered next, and what of a record still waits.
create index "webhookEvent_due" on "webhookEvent" ("nextTime", "id") where "status" = 0;
create index "webhookEvent_order" on "webhookEvent" ("appId", "eventKey", "id") where "status" = 0;
create index "webhookEvent_time" on "webhookEvent" ("createTime");
