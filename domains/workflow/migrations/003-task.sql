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

create index "processInstance_overdue" on "processInstance" ("createTime" desc, "id" desc)
  where "overdue" = 1 and "parentId" is null;

alter table "processInstance"
  add column "searchGrams" text[] generated always as ("gramsOf"("number", "title")) stored;
create index "processInstance_search" on "processInstance" using gin ("searchGrams");

-- A timer that failed waits for a person; one that is taken is locked by whoever runs it.
alter table "processTimer" add column "resting" smallint not null default 0;
drop index "processTimer_due";
create index "processTimer_due" on "processTimer" ("due", "id") where "resting" = 0;

create index "processTask_claimed" on "processTask" ("claimedBy") where "state" = 'open' and "claimedBy" is not null;

-- A task with those it waits for, in the order they came to it; "any" only stands for nobody in particular.
create function "processTaskJson"(t "processTask") returns jsonb language sql stable as $$
  select to_jsonb(t) || jsonb_build_object('actors', coalesce((
    select jsonb_agg(jsonb_build_object('kind', a."kind", 'id', a."actorId") order by a."time", a."kind", a."actorId")
    from "processTaskActor" a where a."taskId" = t."id" and a."kind" <> 'any'), '[]'))
$$;

-- Everything of a root instance that can still change, as the engine takes it in its hands; null when it is not there.
-- Found by a task, an instance or itself. With `locked` its row is locked first: each statement of a volatile function
-- sees what was committed before it began, so the world is read as of the lock. Kept here for its plans to be kept.
create function "processWorld"("ofTask" integer, "ofInstance" integer, "locked" boolean) returns json
language plpgsql volatile as $$
declare
  "root" integer;
begin
  if "ofTask" is not null then
    select t."rootId" into "root" from "processTask" t where t."id" = "ofTask";
  else
    select i."rootId" into "root" from "processInstance" i where i."id" = "ofInstance";
  end if;
  if "locked" then
    perform 1 from "processInstance" i where i."id" = "root" for update;
  end if;
  if "root" is null then
    return null;
  end if;
  return json_build_object(
    'rootId', "root",
    'instances', (select coalesce(json_agg(row_to_json(x) order by x."id"), '[]') from (
      select i."id", i."rootId", i."definitionId", i."processName", i."parentId", i."parentTokenId", i."parentNode",
        i."scope", i."depth", i."number", i."title", i."starterId", i."state", i."variables", i."businessType",
        i."businessId", i."expireTime", i."overdue", i."createTime", i."endTime"
      from "processInstance" i left join "processInstance" p on p."id" = i."parentId"
      where i."rootId" = "root" and (i."state" = 'running' or p."state" = 'running' or i."id" = "root")) x),
    'tokens', (select coalesce(json_agg(row_to_json(k) order by k."id"), '[]')
      from "processToken" k where k."rootId" = "root"),
    'tasks', (select coalesce(json_agg(x."task" order by x."time", x."id"), '[]') from (
      select t."id", t."createTime" as "time", "processTaskJson"(t) as "task" from "processTask" t
        where t."rootId" = "root" and t."state" = 'open'
      union all select t."id", t."createTime", "processTaskJson"(t) from "processToken" k
        join "processTask" t on t."tokenId" = k."id" and t."round" = k."round"
        where k."rootId" = "root" and t."state" = 'done') x),
    'timers', (select coalesce(json_agg(row_to_json(m) order by m."id"), '[]')
      from "processTimer" m where m."rootId" = "root"));
end $$;
