create table "wechatReply" (
  "id" integer generated always as identity primary key,
  "keywords" text not null default '',
  "matchType" smallint not null default 1,
  "type" text not null default '',
  "data" text not null default '',
  "hits" integer not null default 0,
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "wechatReply_hits" on "wechatReply" ("hits" desc, "id" desc) where "isDel" = 0;

-- Each word belongs to one reply, as it is compared: half-width, lower case.
create table "wechatKeyword" (
  "word" text primary key,
  "replyId" integer not null
);
create index "wechatKeyword_reply" on "wechatKeyword" ("replyId");

create table "wechatMenu" (
  "id" integer generated always as identity primary key,
  "button" jsonb not null default '[]'::jsonb,
  "state" smallint not null default 0,
  "revision" integer not null,
  "publishTime" timestamptz,
  "publishBy" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
-- One draft and one published menu at most.
create unique index "wechatMenu_current" on "wechatMenu" ("state") where "state" in (0, 1) and "isDel" = 0;
create index "wechatMenu_publishTime" on "wechatMenu" ("publishTime" desc, "id" desc) where "publishTime" is not null;

create table "wechatFan" (
  "id" integer generated always as identity primary key,
  "avatar" text not null default '',
  "nickname" text not null default '',
  "openid" text not null default '',
  "subscribe" smallint not null default 1,
  "subscribeTime" timestamptz,
  "unsubscribeTime" timestamptz,
  "scene" text not null default '',
  "searchGrams" text[] generated always as ("gramsOf"("nickname", "openid")) stored,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
-- Not lower(): an openid tells large and small letters apart.
create unique index "wechatFan_openid" on "wechatFan" ("openid");
create index "wechatFan_searchGrams" on "wechatFan" using gin ("searchGrams");
create index "wechatFan_subscribeTime" on "wechatFan" ("subscribeTime" desc, "id" desc);
create index "wechatFan_unsubscribeTime" on "wechatFan" ("unsubscribeTime") where "unsubscribeTime" is not null;
create index "wechatFan_subscribe" on "wechatFan" ("subscribe", "id" desc) where "isDel" = 0;

create table "wechatMessage" (
  "id" integer generated always as identity primary key,
  "openid" text not null default '',
  "msgType" text not null default '',
  "event" text not null default '',
  "content" text not null default '',
  "answeredBy" smallint not null default 0,
  "reply" text not null default '',
  "msgKey" text not null,
  "answer" text,
  "searchGrams" text[] generated always as ("gramsOf"("openid", "content")) stored,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "wechatMessage_msgKey" on "wechatMessage" ("msgKey");
create index "wechatMessage_time" on "wechatMessage" ("createTime" desc, "id" desc);
create index "wechatMessage_openid" on "wechatMessage" ("openid", "createTime" desc, "id" desc);
create index "wechatMessage_type" on "wechatMessage" ("msgType", "createTime" desc, "id" desc);
create index "wechatMessage_searchGrams" on "wechatMessage" using gin ("searchGrams");

create table "templateMessage" (
  "id" integer generated always as identity primary key,
  "type" smallint not null,
  "tempKey" text not null default '',
  "name" text not null default '',
  "content" text not null default '',
  "tempId" text not null default '',
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "templateMessage_tempKey" on "templateMessage" ("type", "tempKey") where "isDel" = 0;

-- What is sent by template: told once for a scene, source and receiver; found again by the platform's number.
create table "wechatSend" (
  "id" integer generated always as identity primary key,
  "kind" text not null,
  "mark" text not null,
  "source" text not null,
  "openid" text not null,
  "tempId" text not null,
  "data" jsonb not null,
  -- 0 waits, 1 handed over, 2 failed
  "status" smallint not null default 0,
  "attempts" smallint not null default 0,
  "msgId" text not null default '',
  "error" text not null default '',
  "createTime" timestamptz not null default now()
);
create unique index "wechatSend_once" on "wechatSend" ("kind", "mark", "source", "openid");
create index "wechatSend_msgId" on "wechatSend" ("msgId") where "msgId" <> '';
create index "wechatSend_time" on "wechatSend" ("createTime");

-- What all processes share: tokens and tickets (sealed), leases, the last error.
create table "wechatShared" (
  "name" text primary key,
  "value" text not null default '',
  "expireTime" timestamptz not null,
  "updateTime" timestamptz not null default now()
);
