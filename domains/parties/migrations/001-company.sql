create table "company" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "orgCode" text not null default '',
  "orgName" text not null default '',
  "shortName" text not null default '',
  "orgType" text not null default '',
  "pid" integer not null default 0,
  "path" text not null default '',
  "channelIds" integer[] not null default '{}',
  "creditCode" text not null default '',
  "legalPerson" text not null default '',
  "legalPhone" text not null default '',
  "registerCapital" bigint,
  "establishDate" date,
  "businessScope" text not null default '',
  "licenceFile" jsonb not null default '[]'::jsonb,
  "licenceEnd" date,
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer not null,
  "address" text not null default '',
  "contactName" text not null default '',
  "contactPhone" text not null default '',
  "contactEmail" text not null default '',
  "agentId" integer,
  "salesOffice" text not null default '',
  "salesGroup" text not null default '',
  "salesChannelId" integer,
  "orgLevelId" integer,
  "star" smallint,
  "settleType" smallint not null default 1,
  "creditLimit" bigint not null default 0,
  "creditDays" integer,
  "taxpayerType" smallint,
  "deliveryOrderType" text not null default '',
  "deliveryCustType" text not null default '',
  "logisticsMode" text not null default '',
  "onlyDirectory" smallint not null default 0,
  "qualityStatus" smallint not null default 1,
  "status" smallint not null default 1,
  "closeReason" text not null default '',
  "sapSync" smallint not null default 0,
  "sapDescription" text not null default '',
  "sapSyncTime" timestamp with time zone,
  "isMayPushSap" smallint not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "inForce" smallint not null default 0,
  "pending" jsonb
);
create unique index "uq_company_orgCode" on "company" (lower("orgCode")) where "isDel" = 0 and "orgCode" <> '';
create unique index "uq_company_orgName" on "company" (lower("orgName")) where "isDel" = 0;
create unique index "uq_company_creditCode" on "company" (lower("creditCode")) where "isDel" = 0 and "creditCode" <> '';
create index "company_pid" on "company" ("pid", "id");
create index "company_path" on "company" ("path" text_pattern_ops);
create index "company_agentId" on "company" ("agentId", "id");
create index "company_auditStatus" on "company" ("auditStatus", "id");
create index "company_status" on "company" ("status", "id") where "status" = 0;
create index "company_orgLevelId" on "company" ("orgLevelId");
create index "company_cityId" on "company" ("cityId", "id");
create index "company_contactPhone" on "company" ("contactPhone");
create index "company_createTime" on "company" ("createTime", "id");
alter table "company" add column "searchGrams" text[] generated always as
  ("gramsOf"("orgCode", "orgName", "shortName", "creditCode", "contactName", "contactPhone")) stored;
create index "company_grams" on "company" using gin ("searchGrams") with (fastupdate = off);

create table "orgUser" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "orgId" integer not null,
  "subOrgId" integer,
  "account" text not null default '',
  "realName" text not null default '',
  "phone" text not null default '',
  "email" text not null default '',
  "position" text not null default '',
  "orgRole" integer[] not null default '{}',
  "isAdmin" smallint not null default 0,
  "shoudaIds" integer[] not null default '{}',
  "shipToIds" integer[] not null default '{}',
  "orderLimit" bigint,
  "needApprove" smallint not null default 0,
  "uid" integer,
  "status" smallint not null default 1,
  "lastTime" timestamp with time zone,
  "lockUntil" timestamp with time zone
);
create unique index "uq_orgUser_account" on "orgUser" (lower("account")) where "isDel" = 0;
create unique index "uq_orgUser_phone" on "orgUser" (lower("phone")) where "isDel" = 0;
create unique index "orgUser_main" on "orgUser" ("orgId") where "isAdmin" = 1 and "isDel" = 0;
create index "orgUser_orgId" on "orgUser" ("orgId", "id");
create index "orgUser_subOrgId" on "orgUser" ("subOrgId");
create index "orgUser_lastTime" on "orgUser" ("lastTime", "id");
alter table "orgUser" add column "searchGrams" text[] generated always as
  ("gramsOf"("account", "realName", "phone")) stored;
create index "orgUser_grams" on "orgUser" using gin ("searchGrams") with (fastupdate = off);

-- Links by which an organisation user sets a password; each works once.
create table "orgUserLink" (
  "tokenHash" text primary key,
  "orgUserId" integer not null,
  "expireTime" timestamptz not null,
  "usedTime" timestamptz
);
create index "orgUserLink_orgUserId" on "orgUserLink" ("orgUserId");

create table "orgHelp" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "channelId" smallint not null,
  "title" text not null default '',
  "content" text not null default '',
  "levelTable" smallint not null default 1,
  "status" smallint not null default 1
);
create unique index "uq_orgHelp_channelId" on "orgHelp" ("channelId") where "isDel" = 0;

create table "customer" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "customerNo" text not null default '',
  "customerName" text not null default '',
  "customerType" smallint not null,
  "source" smallint not null,
  "stage" smallint not null default 1,
  "creditCode" text not null default '',
  "contactName" text not null default '',
  "contactPhone" text not null default '',
  "wechat" text not null default '',
  "email" text not null default '',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer,
  "address" text not null default '',
  "industry" text not null default '',
  "intendProducts" integer[] not null default '{}',
  "estAmount" bigint,
  "agentId" integer,
  "nextTime" timestamp with time zone,
  "lastTime" timestamp with time zone,
  "lastContent" text not null default '',
  "heldTime" timestamp with time zone,
  "loseReason" text not null default '',
  "companyId" integer,
  "establishFlag" smallint not null default 0,
  "uid" integer,
  "remark" text not null default ''
);
create unique index "uq_customer_customerNo" on "customer" (lower("customerNo")) where "isDel" = 0 and "customerNo" <> '';
-- A person is prospected by one agent only; those who were lost may be won again, and one may speak for two companies.
create unique index "uq_customer_contactPhone" on "customer" ("contactPhone")
  where "isDel" = 0 and "stage" <> 5 and "companyId" is null;
create index "customer_contactPhone" on "customer" ("contactPhone");
create unique index "customer_company" on "customer" ("companyId") where "isDel" = 0 and "companyId" is not null;
create index "customer_agentId" on "customer" ("agentId", "id");
create index "customer_nextTime" on "customer" ("nextTime", "id");
create index "customer_lastTime" on "customer" ("lastTime", "id");
create index "customer_pool" on "customer" ("id") where "agentId" is null and "isDel" = 0;
create index "customer_establishFlag" on "customer" ("establishFlag", "id");
create index "customer_stage" on "customer" ("stage", "id");
create index "customer_cityId" on "customer" ("cityId", "id");
create index "customer_createTime" on "customer" ("createTime", "id");
alter table "customer" add column "searchGrams" text[] generated always as
  ("gramsOf"("customerNo", "customerName", "creditCode", "contactName", "contactPhone")) stored;
create index "customer_grams" on "customer" using gin ("searchGrams") with (fastupdate = off);

create table "customerFollow" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "customerId" integer not null,
  "followWay" smallint not null,
  "content" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "nextTime" timestamp with time zone,
  "adminName" text not null default ''
);
create index "customerFollow_customerId" on "customerFollow" ("customerId", "id");
