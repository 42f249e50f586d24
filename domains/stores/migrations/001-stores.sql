create table "store" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "storeCode" text not null default '',
  "name" text not null default '',
  "storeType" smallint not null default 1,
  "companyId" integer,
  "shoudaId" integer,
  "image" text not null default '',
  "introduction" text not null default '',
  "phone" text not null default '',
  "address" text not null default '',
  "detailedAddress" text not null default '',
  "latitude" numeric(18,6),
  "longitude" numeric(18,6),
  "dayTime" text not null default '',
  "validTime" text not null default '',
  "warehouseId" integer,
  "channelIds" integer[] not null default '{}',
  "deliveryRadius" numeric(18,1),
  "startAmount" bigint,
  "deliveryFee" bigint not null default 0,
  "managerId" integer,
  "licenceFile" jsonb not null default '[]'::jsonb,
  "businessStatus" smallint not null default 1,
  "isShow" smallint not null default 1,
  "isRecycle" smallint not null default 0
);
create unique index "uq_store_storeCode" on "store" (lower("storeCode")) where "isDel" = 0 and "storeCode" <> '';
create unique index "uq_store_name" on "store" (lower("name")) where "isDel" = 0;
create index "store_company" on "store" ("companyId") where "isDel" = 0;

create table "storeStaff" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "storeId" integer not null,
  "staffName" text not null default '',
  "avatar" text not null default '',
  "phone" text not null default '',
  "roleType" smallint not null default 2,
  "verifyStatus" smallint not null default 0,
  "orderNotice" smallint not null default 1,
  "status" smallint not null default 1
);
-- One row per store and person, one active 店长 per store: catalog §5, invariant 8.
create unique index "uq_storeStaff_uid" on "storeStaff" ("storeId", "uid") where "isDel" = 0;
create unique index "uq_storeStaff_roleType" on "storeStaff" ("storeId")
  where "isDel" = 0 and "status" = 1 and "roleType" = 1;
create index "storeStaff_uid" on "storeStaff" ("uid") where "isDel" = 0;
create index "storeStaff_list" on "storeStaff" ("storeId", "id" desc) where "isDel" = 0;
