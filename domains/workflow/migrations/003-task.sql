create table "processDelegation" (
  "id" integer generated always as identity primary key,
  "adminId" integer not null,
  "delegateId" integer not null,
  "processName" text not null default '',
  "fromTime" timestamptz not null,
  "toTime" timestamptz not null,
  "reason" text not null default '',
  "status" smallint not null default 1,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "processDelegation_owner" on "processDelegation" ("adminId", "id" desc) where "isDel" = 0;
create index "processDelegation_period" on "processDelegation" ("toTime") where "isDel" = 0 and "status" = 1;

-- What somebody often writes under a decision.
create table "processPhrase" (
  "adminId" integer primary key,
  "phrases" text[] not null default '{}'
);

-- A due job that failed again and again: its timer row rests until somebody has it tried once more.
create table "processIncident" (
  "id" integer generated always as identity primary key,
  "timerId" integer not null,
  "rootId" integer not null,
  "instanceId" integer not null references "processInstance" ("id"),
  "taskId" integer,
  "kind" text not null,
  "error" text not null,
  "attempts" smallint not null,
  "state" text not null default 'open',
  "createTime" timestamptz not null default now(),
  "solvedBy" integer,
  "solvedTime" timestamptz
);
create unique index "uq_processIncident_timer" on "processIncident" ("timerId") where "state" = 'open';
create index "processIncident_time" on "processIncident" ("createTime" desc, "id" desc);
create index "processIncident_instance" on "processIncident" ("instanceId");

-- Votes of the round a token is in.
create index "processTask_token" on "processTask" ("tokenId") where "tokenId" is not null;
-- Statistics of a period.
create index "processTask_ended" on "processTask" ("endTime") where "state" = 'done';
create index "processInstance_ended" on "processInstance" ("endTime") where "endTime" is not null and "parentId" is null;

alter table "processInstance"
  add column "searchGrams" text[] generated always as ("gramsOf"("number", "title")) stored;
create index "processInstance_search" on "processInstance" using gin ("searchGrams");

-- A timer that failed waits for a person; one that is taken is locked by whoever runs it.
alter table "processTimer" add column "resting" smallint not null default 0;
drop index "processTimer_due";
create index "processTimer_due" on "processTimer" ("due", "id") where "resting" = 0;
