create table "sequence" (
  "name" text primary key,
  "value" bigint not null
);

-- Single characters and pairs of neighbouring characters of the words, for search by any two characters.
create function "gramsOf"(variadic words text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(w, i, n)), '{}')
  from unnest(words) as raw,
    lateral (select lower(coalesce(raw, '')) as w) as low,
    lateral generate_series(1, length(w)) as i,
    (values (1), (2)) as size (n)
  where i + n - 1 <= length(w) and substr(w, i, n) !~ '\s'
$$;

create table "operLog" (
  "id" bigint generated always as identity primary key,
  "time" timestamptz not null default now(),
  "title" text not null,
  "businessType" smallint not null default 0,
  "adminId" integer,
  "adminName" text not null default '',
  "deptId" integer,
  "bizType" text not null default '',
  "bizId" integer,
  "bizTitle" text not null default '',
  "ip" text not null default '',
  "requestId" text not null default '',
  "method" text not null default '',
  "path" text not null default '',
  "params" jsonb,
  "changes" jsonb not null default '[]',
  "status" smallint not null default 1,
  "ms" integer not null default 0
);
create index "operLog_time" on "operLog" ("time" desc, "id" desc);
create index "operLog_admin" on "operLog" ("adminId", "id" desc);
create index "operLog_biz" on "operLog" ("bizType", "bizId", "id" desc);

create table "errorLog" (
  "id" bigint generated always as identity primary key,
  "requestId" text not null default '',
  "source" text not null default 'server',
  "path" text not null default '',
  "adminId" integer,
  "message" text not null,
  "stack" text not null default '',
  "fingerprint" text not null,
  "count" integer not null default 1,
  "firstTime" timestamptz not null default now(),
  "lastTime" timestamptz not null default now(),
  "handled" smallint not null default 0
);
create unique index "uq_errorLog_fingerprint" on "errorLog" ("fingerprint");
create index "errorLog_last" on "errorLog" ("lastTime" desc);

create table "idempotency" (
  "adminId" integer not null,
  "key" text not null,
  "path" text not null,
  "answer" jsonb,
  "createTime" timestamptz not null default now(),
  primary key ("adminId", "path", "key")
);
create index "idempotency_time" on "idempotency" ("createTime");

create table "outbox" (
  "id" bigint generated always as identity primary key,
  "event" text not null,
  "key" text not null,
  "payload" jsonb not null,
  "createTime" timestamptz not null default now()
);
create index "outbox_key" on "outbox" ("event", "key", "id");

create table "outboxDelivery" (
  "eventId" bigint not null references "outbox" ("id") on delete cascade,
  "consumer" text not null,
  "key" text not null,
  "status" smallint not null default 0,
  "attempts" integer not null default 0,
  "nextTime" timestamptz not null default now(),
  "error" text not null default '',
  "doneTime" timestamptz,
  primary key ("eventId", "consumer")
);
create index "outboxDelivery_due" on "outboxDelivery" ("nextTime", "eventId") where "status" = 0;
create index "outboxDelivery_order" on "outboxDelivery" ("consumer", "key", "eventId") where "status" = 0;

create table "job" (
  "id" bigint generated always as identity primary key,
  "name" text not null,
  "params" jsonb not null default '{}',
  "uniqueKey" text,
  "status" smallint not null default 0,
  "attempts" integer not null default 0,
  "nextTime" timestamptz not null default now(),
  "leaseUntil" timestamptz,
  "error" text not null default '',
  "createTime" timestamptz not null default now(),
  "doneTime" timestamptz
);
create index "job_due" on "job" ("nextTime", "id") where "status" in (0, 1);
create unique index "uq_job_uniqueKey" on "job" ("uniqueKey") where "uniqueKey" is not null;

create table "scheduleJob" (
  "id" integer generated always as identity primary key,
  "name" text not null unique,
  "title" text not null,
  "jobGroup" text not null default 'SYSTEM',
  "params" jsonb not null default '{}',
  "cron" text not null,
  "misfirePolicy" smallint not null default 3,
  "concurrent" smallint not null default 0,
  "timeoutSec" integer not null default 600,
  "status" smallint not null default 0,
  "seeded" smallint not null default 1,
  "nextTime" timestamptz,
  "lastTime" timestamptz,
  "lastStatus" smallint,
  "remark" text not null default '',
  "version" integer not null default 1
);

create table "scheduleJobLog" (
  "id" bigint generated always as identity primary key,
  "jobId" integer not null references "scheduleJob" ("id") on delete cascade,
  "plannedTime" timestamptz not null,
  "params" jsonb not null default '{}',
  "startTime" timestamptz not null default now(),
  "endTime" timestamptz,
  "status" smallint not null default 0,
  "handled" integer not null default 0,
  "message" text not null default '',
  unique ("jobId", "plannedTime")
);
create index "scheduleJobLog_time" on "scheduleJobLog" ("startTime" desc, "id" desc);

-- Every step of a document's life: who handed it in, took it back, passed or rejected it, when, with what opinion.
create table "documentDecision" (
  "id" bigint generated always as identity primary key,
  "type" text not null,
  "documentId" integer not null,
  "action" text not null,
  "opinion" text not null default '',
  "adminId" integer not null,
  "adminName" text not null default '',
  "time" timestamptz not null default now()
);
create index "documentDecision_document" on "documentDecision" ("type", "documentId", "id" desc);

-- What belongs to this installation: the fingerprint of its secret key, among others.
create table "installation" (
  "name" text primary key,
  "value" text not null
);
