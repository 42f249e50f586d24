create table "sapOutbox" (
  "id" integer generated always as identity primary key,
  "bizType" text not null default '',
  "bizSn" text not null default '',
  "seqNo" integer not null,
  "action" text not null default '',
  "status" smallint not null default 0,
  "attempts" integer not null default 0,
  "nextTime" timestamp with time zone not null,
  "sapDocNo" text not null default '',
  "lastError" text not null default '',
  "sentTime" timestamp with time zone,
  "bizId" integer not null,
  "payload" jsonb not null default '[]'::jsonb,
  "voided" smallint not null default 0,
  "httpStatus" integer,
  "response" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("bizSn", "sapDocNo")) stored
);
create unique index "sapOutbox_order" on "sapOutbox" ("bizType", "bizSn", "seqNo");
-- What is to be delivered next.
create index "sapOutbox_due" on "sapOutbox" ("nextTime", "id") where "status" = 0 and "voided" = 0;
create index "sapOutbox_status" on "sapOutbox" ("status", "id" desc);
create index "sapOutbox_time" on "sapOutbox" ("createTime" desc, "id" desc);
create index "sapOutbox_search" on "sapOutbox" using gin ("searchGrams");
