-- Company group buying and the people who buy on its terms (members §5.3).
create table "groupBuying" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "groupNo" text not null default '',
  "name" text not null default '',
  "shoudaId" integer not null,
  "companyId" integer,
  "shoudaNum" text not null default '',
  "agentId" integer,
  "contactName" text not null default '',
  "contactPhone" text not null default '',
  "joinModes" integer[] not null default '{}',
  "joinCode" text not null default '',
  "startTime" timestamptz not null,
  "endTime" timestamptz not null,
  "maxPeople" integer not null default 0,
  "levelId" integer,
  "productMode" smallint not null default 1,
  "monthLimit" bigint not null default 0,
  "payMode" smallint not null default 1,
  "shipMode" smallint not null default 1,
  "status" smallint not null default 1,
  -- whether its people have been given its level: it is enabled and its time has come
  "inForce" smallint not null default 0
);
create unique index "uq_groupBuying_groupNo" on "groupBuying" (lower("groupNo")) where "isDel" = 0 and "groupNo" <> '';
create unique index "uq_groupBuying_joinCode" on "groupBuying" (lower("joinCode")) where "isDel" = 0 and "joinCode" <> '';
-- One for each sold-to party; the company of it is always known.
create unique index "groupBuying_shouda" on "groupBuying" ("shoudaId") where "isDel" = 0 and "companyId" is not null;
create index "groupBuying_list" on "groupBuying" ("id" desc) where "isDel" = 0;
create index "groupBuying_createTime" on "groupBuying" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "groupBuying_companyId" on "groupBuying" ("companyId", "id" desc) where "isDel" = 0;
create index "groupBuying_agentId" on "groupBuying" ("agentId", "id" desc) where "isDel" = 0;
create index "groupBuying_endTime" on "groupBuying" ("endTime") where "isDel" = 0 and "inForce" = 1;
create index "groupBuying_startTime" on "groupBuying" ("startTime") where "isDel" = 0 and "status" = 1 and "inForce" = 0;
alter table "groupBuying" add column "searchGrams" text[] generated always as
  ("gramsOf"("groupNo", "name", "shoudaNum", "contactName")) stored;
create index "groupBuying_grams" on "groupBuying" using gin ("searchGrams") with (fastupdate = off);

create table "groupBuyEmployee" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "groupBuyingId" integer not null references "groupBuying" ("id"),
  "groupNo" text not null default '',
  "companyId" integer,
  "empNo" text not null default '',
  "realName" text not null default '',
  "phone" text not null default '',
  "deptName" text not null default '',
  "uid" integer,
  "joinMode" smallint not null default 1,
  "bindTime" timestamptz,
  "totalAmount" bigint not null default 0,
  "status" smallint not null default 1,
  "opinion" text not null default '',
  -- the customer level this row has given; null: none
  "givenLevelId" integer
);
create unique index "groupBuyEmployee_phone" on "groupBuyEmployee" ("groupBuyingId", "phone") where "isDel" = 0 and "phone" <> '';
create unique index "groupBuyEmployee_empNo" on "groupBuyEmployee" ("groupBuyingId", lower("empNo")) where "isDel" = 0;
-- Nobody buys on the terms of two companies.
create unique index "groupBuyEmployee_uid" on "groupBuyEmployee" ("uid") where "isDel" = 0 and "status" in (1, 2);
create index "groupBuyEmployee_list" on "groupBuyEmployee" ("id" desc) where "isDel" = 0;
create index "groupBuyEmployee_group" on "groupBuyEmployee" ("groupBuyingId", "id" desc) where "isDel" = 0;
create index "groupBuyEmployee_createTime" on "groupBuyEmployee" ("createTime" desc, "id" desc) where "isDel" = 0;
create index "groupBuyEmployee_status" on "groupBuyEmployee" ("status", "id" desc) where "isDel" = 0;
create index "groupBuyEmployee_joinMode" on "groupBuyEmployee" ("joinMode", "id" desc) where "isDel" = 0;
create index "groupBuyEmployee_ofPhone" on "groupBuyEmployee" ("phone") where "isDel" = 0;
create index "groupBuyEmployee_groupNo" on "groupBuyEmployee" (lower("groupNo"), lower("empNo")) where "isDel" = 0;
create index "groupBuyEmployee_ofUid" on "groupBuyEmployee" ("uid", "id") where "uid" is not null;
alter table "groupBuyEmployee" add column "searchGrams" text[] generated always as
  ("gramsOf"("empNo", "realName", "phone", "deptName")) stored;
create index "groupBuyEmployee_grams" on "groupBuyEmployee" using gin ("searchGrams") with (fastupdate = off);

-- What an employee has bought in a month of the shop's zone: raised and lowered, never beyond the limit (invariant 8).
create table "groupBuyMonth" (
  "employeeId" integer not null references "groupBuyEmployee" ("id"),
  "month" text not null,
  "used" bigint not null default 0 check ("used" >= 0),
  primary key ("employeeId", "month")
);

-- One row per order: what it took, and what was given back of it.
create table "groupBuyUse" (
  "orderSn" text primary key,
  "employeeId" integer not null references "groupBuyEmployee" ("id"),
  "month" text not null,
  "amount" bigint not null,
  "back" bigint not null default 0,
  "createTime" timestamptz not null default now(),
  check ("back" <= "amount")
);
create index "groupBuyUse_employeeId" on "groupBuyUse" ("employeeId", "createTime" desc);
