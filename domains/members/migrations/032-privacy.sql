-- What is known of how consumers are looked at, merged, forgotten and taken out of the house (members §10).
create table "sensitiveLog" (
  "id" bigint generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "adminId" integer not null,
  "uid" integer not null,
  "field" text not null default '',
  "label" text not null default '',
  "reason" smallint not null,
  "reasonText" text not null default '',
  "ip" text not null default ''
);
create index "sensitiveLog_list" on "sensitiveLog" ("id" desc) where "isDel" = 0;
create index "sensitiveLog_createTime" on "sensitiveLog" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "sensitiveLog_adminId" on "sensitiveLog" ("adminId", "createTime" desc, "id" desc) where "isDel" = 0;
create index "sensitiveLog_uid" on "sensitiveLog" ("uid", "id" desc) where "isDel" = 0;
create index "sensitiveLog_reason" on "sensitiveLog" ("reason", "id" desc) where "isDel" = 0;

create table "userMerge" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "mergeNo" text not null default '',
  "fromUid" integer not null,
  "toUid" integer not null,
  "reason" text not null default '',
  "keepNickname" text not null default 'to',
  "keepAvatar" text not null default 'to',
  "keepBirthday" text not null default 'to',
  "keepSpread" text not null default 'to',
  "keepLevel" text not null default 'to',
  "moved" jsonb not null default '[]'::jsonb,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create unique index "uq_userMerge_mergeNo" on "userMerge" (lower("mergeNo")) where "isDel" = 0 and "mergeNo" <> '';
create index "userMerge_list" on "userMerge" ("id" desc) where "isDel" = 0;
create index "userMerge_createTime" on "userMerge" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "userMerge_auditStatus" on "userMerge" ("auditStatus", "id" desc) where "isDel" = 0;
create index "userMerge_fromUid" on "userMerge" ("fromUid");
create index "userMerge_toUid" on "userMerge" ("toUid");
alter table "userMerge" add column "searchGrams" text[] generated always as ("gramsOf"("mergeNo")) stored;
create index "userMerge_grams" on "userMerge" using gin ("searchGrams") with (fastupdate = off);

-- Both rows as they were before a merge, for who must find out what happened.
create table "mergeSnapshot" (
  "mergeId" integer primary key references "userMerge" ("id"),
  "fromUid" integer not null,
  "toUid" integer not null,
  "rows" jsonb not null,
  "keepUntil" timestamptz not null
);
create index "mergeSnapshot_keepUntil" on "mergeSnapshot" ("keepUntil");
create index "mergeSnapshot_toUid" on "mergeSnapshot" ("toUid");

create table "userErase" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "eraseNo" text not null default '',
  "uid" integer not null,
  "source" smallint not null default 2,
  "reason" text not null default '',
  "evidence" jsonb not null default '[]'::jsonb,
  "agreed" smallint not null default 0,
  "eraseStatus" smallint not null default -1,
  "coolUntil" timestamptz,
  "cancelReason" text not null default '',
  "blocked" text not null default '',
  "steps" jsonb not null default '[]'::jsonb,
  "doneTime" timestamptz,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create unique index "uq_userErase_eraseNo" on "userErase" (lower("eraseNo")) where "isDel" = 0 and "eraseNo" <> '';
-- One at a time waits for the end of each consumer.
create unique index "userErase_uid" on "userErase" ("uid") where "isDel" = 0 and "eraseStatus" in (1, 5);
create index "userErase_ofUid" on "userErase" ("uid", "id");
create index "userErase_list" on "userErase" ("id" desc) where "isDel" = 0;
create index "userErase_createTime" on "userErase" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "userErase_auditStatus" on "userErase" ("auditStatus", "id" desc) where "isDel" = 0;
create index "userErase_eraseStatus" on "userErase" ("eraseStatus", "id" desc) where "isDel" = 0;
create index "userErase_source" on "userErase" ("source", "id" desc) where "isDel" = 0;
create index "userErase_due" on "userErase" ("coolUntil") where "eraseStatus" in (1, 5) and "isDel" = 0;
alter table "userErase" add column "searchGrams" text[] generated always as ("gramsOf"("eraseNo")) stored;
create index "userErase_grams" on "userErase" using gin ("searchGrams") with (fastupdate = off);

-- All that is left of the phone of somebody who was forgotten: that it has paid, told by a keyed hash, until a day.
create table "erasedPhone" (
  "phoneHash" text primary key,
  "hadPaid" smallint not null default 0,
  "keepUntil" timestamptz not null
);
create index "erasedPhone_keepUntil" on "erasedPhone" ("keepUntil");

create table "userExport" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "exportNo" text not null default '',
  "what" text not null default '',
  "adminId" integer not null,
  "filters" jsonb not null default '{}'::jsonb,
  "columns" text not null default '',
  "isFull" smallint not null default 0,
  "reason" text not null default '',
  "rows" integer not null default 0,
  "ip" text not null default '',
  "taskId" integer,
  "fileHash" text not null default '',
  "downloads" integer not null default 0,
  "fileUntil" timestamptz,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamptz,
  "auditBy" integer,
  "auditTime" timestamptz,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create unique index "uq_userExport_exportNo" on "userExport" (lower("exportNo")) where "isDel" = 0 and "exportNo" <> '';
create unique index "userExport_taskId" on "userExport" ("taskId") where "taskId" is not null;
create index "userExport_list" on "userExport" ("id" desc) where "isDel" = 0;
create index "userExport_createTime" on "userExport" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "userExport_auditStatus" on "userExport" ("auditStatus", "id" desc) where "isDel" = 0;
create index "userExport_adminId" on "userExport" ("adminId", "id" desc) where "isDel" = 0;
create index "userExport_isFull" on "userExport" ("isFull", "id" desc) where "isDel" = 0;
alter table "userExport" add column "searchGrams" text[] generated always as ("gramsOf"("exportNo", "reason")) stored;
create index "userExport_grams" on "userExport" using gin ("searchGrams") with (fastupdate = off);

-- The passwords of files with full values, encrypted with the key of the house until the file is gone.
create table "exportSecret" (
  "exportId" integer primary key references "userExport" ("id"),
  "cipher" text not null
);

create table "exportDownload" (
  "id" integer generated always as identity primary key,
  "exportId" integer not null references "userExport" ("id"),
  "adminId" integer not null,
  "ip" text not null default '',
  "time" timestamptz not null default now()
);
create index "exportDownload_exportId" on "exportDownload" ("exportId", "id");
