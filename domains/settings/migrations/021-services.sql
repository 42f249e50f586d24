-- the account at the platform that sells services; one per house
create table "passAccount" (
  "id" smallint primary key default 1 check ("id" = 1),
  "account" text not null default '',
  "phone" text not null default '',
  "token" text not null default '',
  "failCount" integer not null default 0,
  "lockUntil" timestamptz,
  "loginTime" timestamptz
);
insert into "passAccount" ("id") values (1);

-- who may change the account's phone, and until when
create table "passCheck" (
  "sessionId" integer primary key,
  "expireTime" timestamptz not null
);

create table "passService" (
  "type" text primary key,
  "open" smallint not null default 0,
  "num" integer not null default 0,
  "surp" integer not null default 0 check ("surp" >= 0),
  "used" integer not null default 0 check ("used" >= 0),
  "sign" text not null default '',
  "newSign" text not null default '',
  "signStatus" smallint,
  "com" text not null default '',
  "tempId" text not null default '',
  "siid" text not null default '',
  "toName" text not null default '',
  "toTel" text not null default '',
  "toAddress" text not null default '',
  "warnedDay" date
);
insert into "passService" ("type") values ('sms'), ('copy'), ('expr_query'), ('expr_dump');

create table "passRecord" (
  "id" integer generated always as identity primary key,
  "type" text not null default '',
  "units" integer not null,
  "status" smallint not null default 0,
  "code" text not null default '',
  "num" text not null default '',
  "fromName" text not null default '',
  "toName" text not null default '',
  "url" text not null default '',
  "resultcode" text not null default '',
  "remark" text not null default '',
  "source" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "passRecord_source" on "passRecord" ("source");
create index "passRecord_type" on "passRecord" ("type", "createTime" desc, "id" desc) where "isDel" = 0;

-- answers of the carriers' provider, kept for a while
create table "expressTrace" (
  "com" text not null,
  "num" text not null,
  "phone" text not null,
  "answer" jsonb not null,
  "time" timestamptz not null default now(),
  primary key ("com", "num", "phone")
);
create table "expressTemplate" (
  "com" text primary key,
  "answer" jsonb not null,
  "time" timestamptz not null default now()
);
create table "expressLabel" (
  "parcelSn" text primary key,
  "com" text not null,
  "expressNo" text not null default '',
  "labelUrl" text not null default '',
  "leaseUntil" timestamptz,
  "createTime" timestamptz not null default now()
);
