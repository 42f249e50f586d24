-- Ids of everything a running process makes: taken in blocks, for a command makes many rows at once.
create sequence "processId" as integer increment by 50;

create table "processDefinition" (
  "id" integer generated always as identity primary key,
  "name" text not null,
  "revision" integer not null,
  "displayName" text not null,
  "category" text not null default '',
  "enabled" smallint not null default 1,
  "json" jsonb not null,
  "xml" text not null,
  "checksum" text not null,
  "note" text not null default '',
  "createBy" integer not null,
  "createTime" timestamptz not null default now(),
  unique ("name", "revision")
);

create table "processInstance" (
  "id" integer primary key,
  "rootId" integer not null,
  "definitionId" integer not null references "processDefinition" ("id"),
  "processName" text not null,
  "parentId" integer,
  "parentTokenId" integer,
  "parentNode" text not null default '',
  "scope" text not null default '',
  "depth" smallint not null default 0,
  "number" text not null,
  "title" text not null default '',
  "starterId" integer not null,
  "state" text not null default 'running',
  "variables" jsonb not null default '{}'::jsonb,
  "businessType" text not null default '',
  "businessId" integer,
  "expireTime" timestamptz,
  "overdue" smallint not null default 0,
  "createTime" timestamptz not null default now(),
  "endTime" timestamptz
);
-- One running process per document.
create unique index "uq_processInstance_business" on "processInstance" ("businessType", "businessId")
  where "state" = 'running' and "businessId" is not null and "parentId" is null;
create index "processInstance_document" on "processInstance" ("businessType", "businessId", "id" desc) where "businessId" is not null;
create index "processInstance_root" on "processInstance" ("rootId");
create index "processInstance_starter" on "processInstance" ("starterId", "createTime" desc, "id" desc) where "parentId" is null;
create index "processInstance_time" on "processInstance" ("createTime" desc, "id" desc) where "parentId" is null;
create index "processInstance_running" on "processInstance" ("processName", "createTime" desc) where "state" = 'running';
create index "processInstance_number" on "processInstance" ("number");

create table "processToken" (
  "id" integer primary key,
  "instanceId" integer not null references "processInstance" ("id"),
  "rootId" integer not null,
  "node" text not null,
  "waits" text not null,
  "arrival" integer not null,
  "round" integer not null default 0,
  "data" jsonb not null default '{}'::jsonb
);
create index "processToken_root" on "processToken" ("rootId");

create table "processTask" (
  "id" integer primary key,
  "instanceId" integer not null references "processInstance" ("id"),
  "rootId" integer not null,
  "definitionId" integer not null,
  "processName" text not null,
  "tokenId" integer,
  "node" text not null,
  "name" text not null,
  "kind" text not null,
  "mode" text not null,
  "state" text not null default 'open',
  "result" text,
  "round" integer not null default 0,
  "loop" integer not null default 0,
  "claimedBy" integer,
  "doneBy" integer,
  "ownerId" integer,
  "comment" text not null default '',
  "data" jsonb not null default '{}'::jsonb,
  "sourceTaskId" integer,
  "form" text not null default '',
  "createTime" timestamptz not null default now(),
  "endTime" timestamptz,
  "deadline" timestamptz,
  "overdue" smallint not null default 0,
  "version" integer not null default 1
);
create index "processTask_open" on "processTask" ("rootId") where "state" = 'open';
create index "processTask_instance" on "processTask" ("instanceId", "id");
create index "processTask_doneBy" on "processTask" ("doneBy", "endTime" desc, "id" desc) where "state" = 'done' and "doneBy" is not null;
create index "processTask_waiting" on "processTask" ("createTime" desc, "id" desc) where "state" = 'open';

-- Whom an open task waits for; the rows of a closed one are marked, so that its history stays readable.
create table "processTaskActor" (
  "taskId" integer not null references "processTask" ("id"),
  "kind" text not null,
  "actorId" text not null,
  "open" smallint not null default 1,
  "time" timestamptz not null default now(),
  primary key ("taskId", "kind", "actorId")
);
create index "processTaskActor_who" on "processTaskActor" ("kind", "actorId", "time" desc, "taskId" desc) where "open" = 1;

create table "processCopy" (
  "id" integer primary key,
  "instanceId" integer not null references "processInstance" ("id"),
  "rootId" integer not null,
  "taskId" integer,
  "adminId" integer not null,
  "fromId" integer not null default 0,
  "comment" text not null default '',
  "createTime" timestamptz not null default now(),
  "readTime" timestamptz
);
create index "processCopy_reader" on "processCopy" ("adminId", "createTime" desc, "id" desc);
create index "processCopy_instance" on "processCopy" ("instanceId");

create table "processTimer" (
  "id" integer primary key,
  "rootId" integer not null,
  "instanceId" integer not null references "processInstance" ("id"),
  "taskId" integer,
  "kind" text not null,
  "due" timestamptz not null,
  "sent" smallint not null default 0,
  "attempts" smallint not null default 0
);
create index "processTimer_due" on "processTimer" ("due", "id");
create index "processTimer_root" on "processTimer" ("rootId");

create table "processLog" (
  "id" integer primary key,
  "instanceId" integer not null,
  "rootId" integer not null,
  "time" timestamptz not null default now(),
  "kind" text not null,
  "node" text not null default '',
  "edge" text not null default '',
  "taskId" integer,
  "adminId" integer not null default 0,
  "comment" text not null default '',
  "data" jsonb not null default '{}'::jsonb
);
create index "processLog_instance" on "processLog" ("instanceId", "time", "id");
create index "processLog_root" on "processLog" ("rootId", "time", "id");
