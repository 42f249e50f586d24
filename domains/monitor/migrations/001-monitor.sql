create table "backup" (
  "id" integer generated always as identity primary key,
  "fileName" text not null default '',
  "kind" smallint not null default 1,
  "reason" smallint not null default 2,
  "status" smallint not null default 0,
  "size" numeric(18,0) not null default 0,
  "appVersion" text not null default '',
  "manifest" jsonb,
  "verifyTime" timestamp with time zone,
  "result" smallint not null default 0,
  "message" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "backup_fileName" on "backup" ("fileName");

-- The list runs by time; each filter has an index that keeps that order.
alter table "operLog"
  add column "searchGrams" text[] generated always as ("gramsOf"("title", "adminName", "bizTitle")) stored;
create index "operLog_searchGrams" on "operLog" using gin ("searchGrams");
create index "operLog_adminTime" on "operLog" ("adminId", "time" desc, "id" desc);
create index "operLog_business" on "operLog" ("businessType", "time" desc, "id" desc);
create index "operLog_title" on "operLog" ("title", "time" desc, "id" desc);
create index "operLog_failed" on "operLog" ("time" desc, "id" desc) where "status" = 0;

create index "loginLog_accountTime" on "loginLog" (lower("account"), "time" desc, "id" desc);
create index "loginLog_ip" on "loginLog" ("ip", "time" desc, "id" desc);
create index "loginLog_result" on "loginLog" ("result", "time" desc, "id" desc);

create index "errorLog_list" on "errorLog" ("lastTime" desc, "id" desc);
create index "errorLog_request" on "errorLog" ("requestId");
