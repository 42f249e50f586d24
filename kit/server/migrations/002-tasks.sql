create table "fileTask" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "taskNo" text not null default '',
  "kind" smallint not null,
  "bizType" text not null default '',
  "bizName" text not null default '',
  "params" jsonb not null default '{}',
  "fileName" text not null default '',
  "sourceFile" text not null default '',
  "resultFile" text not null default '',
  "errorFile" text not null default '',
  "status" smallint not null default 0,
  "total" integer not null default 0,
  "done" integer not null default 0,
  "success" integer not null default 0,
  "fail" integer not null default 0,
  "percent" integer not null default 0,
  "fileSize" integer not null default 0,
  "message" text not null default '',
  "preview" jsonb,
  "dryRun" smallint not null default 0,
  "skipBad" smallint not null default 0,
  "startTime" timestamptz,
  "endTime" timestamptz,
  "expireTime" timestamptz,
  "downloadCount" integer not null default 0,
  "scopeAdminId" integer not null default 0,
  "leaseOwner" text not null default '',
  "leaseUntil" timestamptz,
  "attempts" integer not null default 0,
  "cancelAsked" smallint not null default 0,
  "lastRow" integer not null default 0,
  "sha256" text not null default ''
);
create unique index "uq_fileTask_taskNo" on "fileTask" ("taskNo");
create index "fileTask_list" on "fileTask" ("scopeAdminId", "isDel", "id" desc);
create index "fileTask_all" on "fileTask" ("kind", "isDel", "id" desc);
create index "fileTask_active" on "fileTask" ("id") where "status" in (0, 1);
create index "fileTask_expire" on "fileTask" ("expireTime") where "expireTime" is not null;
create index "fileTask_same" on "fileTask" ("sha256", "bizType", "id" desc) where "sha256" <> '';
create index "fileTask_files" on "fileTask" ("resultFile") where "resultFile" <> '';
create index "fileTask_errors" on "fileTask" ("errorFile") where "errorFile" <> '';
create index "fileTask_sources" on "fileTask" ("sourceFile") where "sourceFile" <> '';

-- Rows of an import that were refused; written in the transaction of their batch.
create table "fileTaskRow" (
  "taskId" integer not null references "fileTask" ("id") on delete cascade,
  "rowNo" integer not null,
  "bizKey" text not null default '',
  "status" smallint not null default 0,
  "field" text not null default '',
  "message" text not null default '',
  primary key ("taskId", "rowNo")
);

-- A run of a schedule shows by its lease that its process still lives.
alter table "scheduleJobLog" add "leaseUntil" timestamptz;
create index "scheduleJobLog_running" on "scheduleJobLog" ("jobId") where "status" = 0;
