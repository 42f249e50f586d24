-- A job of the code may stand in the schedule several times, with other parameters; only once by the code itself.
alter table "scheduleJob" drop constraint "scheduleJob_name_key";
create unique index "uq_scheduleJob_seeded" on "scheduleJob" ("name") where "seeded" = 1;
create index "scheduleJob_name" on "scheduleJob" ("name");

-- A log tells what ran, whatever has become of its job since.
alter table "scheduleJobLog"
  add "jobName" text not null default '',
  add "target" text not null default '',
  add "ms" integer generated always as (least(extract(epoch from "endTime" - "startTime") * 1000, 2147483647)::integer) stored;
update "scheduleJobLog" set "jobName" = "scheduleJob"."title", "target" = "scheduleJob"."name"
  from "scheduleJob" where "scheduleJob"."id" = "scheduleJobLog"."jobId";
create index "scheduleJobLog_job" on "scheduleJobLog" ("jobId", "startTime" desc, "id" desc);
