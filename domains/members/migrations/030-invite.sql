-- Invitation codes and who came by them (members §5.2).
create table "invitationCode" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "code" text not null default '',
  "name" text not null default '',
  "codeType" smallint not null,
  "ownerId" integer,
  "channelId" smallint,
  "maxNum" integer not null default 0,
  "usedNum" integer not null default 0,
  "startTime" timestamptz,
  "endTime" timestamptz,
  "levelId" integer,
  "groupId" integer,
  "tagIds" integer[] not null default '{}',
  "storeId" integer,
  "agentId" integer,
  "linkUrl" text not null default '',
  "status" smallint not null default 1,
  check ("maxNum" = 0 or "usedNum" <= "maxNum")
);
create unique index "uq_invitationCode_code" on "invitationCode" (lower("code")) where "isDel" = 0 and "code" <> '';
-- Every consumer has one code of their own.
create unique index "invitationCode_member" on "invitationCode" ("ownerId") where "codeType" = 4 and "isDel" = 0;
create index "invitationCode_list" on "invitationCode" ("id" desc) where "isDel" = 0;
create index "invitationCode_createTime" on "invitationCode" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "invitationCode_codeType" on "invitationCode" ("codeType", "id" desc) where "isDel" = 0;
create index "invitationCode_channelId" on "invitationCode" ("channelId", "id" desc) where "isDel" = 0;
create index "invitationCode_endTime" on "invitationCode" ("endTime") where "isDel" = 0 and "status" = 1 and "endTime" is not null;
alter table "invitationCode" add column "searchGrams" text[] generated always as ("gramsOf"("code", "name")) stored;
create index "invitationCode_grams" on "invitationCode" using gin ("searchGrams") with (fastupdate = off);

create table "inviteRecord" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "codeId" integer not null references "invitationCode" ("id"),
  "inviterUid" integer,
  "uid" integer not null,
  "firstOrderTime" timestamptz,
  "rewardStatus" smallint not null default 0
);
-- Somebody is invited once.
create unique index "inviteRecord_uid" on "inviteRecord" ("uid");
create index "inviteRecord_codeId" on "inviteRecord" ("codeId", "id" desc);
create index "inviteRecord_inviterUid" on "inviteRecord" ("inviterUid", "id" desc) where "inviterUid" is not null;
create index "inviteRecord_list" on "inviteRecord" ("id" desc) where "isDel" = 0;
