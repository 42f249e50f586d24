-- Plans of paid levels, orders of them, and the time they bought (members §3.5).
create table "vipPlan" (
  "id" integer generated always as identity primary key,
  "levelId" integer not null,
  "planName" text not null default '',
  "unit" smallint not null,
  "num" integer not null default 1,
  "price" bigint not null,
  "otPrice" bigint,
  "firstPrice" bigint,
  "giftDays" integer not null default 0,
  "giftExperience" integer not null default 0,
  "giftIntegral" integer not null default 0,
  "giftCouponIds" integer[] not null default '{}',
  "isRecommend" smallint not null default 0,
  "limitNum" integer not null default 0,
  "sort" integer not null default 0,
  "status" smallint not null default 1,
  "soldNum" integer not null default 0,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create index "ix_vipPlan_levelId" on "vipPlan" ("levelId", "sort" desc, "id") where "isDel" = 0;

create table "vipOrder" (
  "id" bigint generated always as identity primary key,
  "orderNo" text not null default '',
  "uid" integer not null,
  "levelId" integer not null,
  "planId" integer not null,
  "plan" jsonb not null default '[]'::jsonb,
  "planName" text not null default '',
  "payPrice" bigint not null default 0,
  "payType" text not null default '',
  "status" smallint not null default 0,
  "payTime" timestamp with time zone,
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "source" smallint not null default 1,
  "refundAmount" bigint not null default 0,
  "refundReason" text not null default '',
  "mark" text not null default '',
  "expireTime" timestamp with time zone,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_vipOrder_orderNo" on "vipOrder" (lower("orderNo")) where "isDel" = 0 and "orderNo" <> '';
create index "ix_vipOrder_uid" on "vipOrder" ("uid", "id" desc);
create index "ix_vipOrder_levelId" on "vipOrder" ("levelId", "id" desc) where "isDel" = 0;
create index "ix_vipOrder_status" on "vipOrder" ("status", "id" desc) where "isDel" = 0;
create index "ix_vipOrder_source" on "vipOrder" ("source", "id" desc) where "isDel" = 0;
create index "ix_vipOrder_payTime" on "vipOrder" ("payTime");
create index "ix_vipOrder_createTime" on "vipOrder" ("createTime") where "isDel" = 0;
create index "ix_vipOrder_open" on "vipOrder" ("expireTime") where "status" = 0;
alter table "vipOrder" add column "searchGrams" text[] generated always as ("gramsOf"("orderNo")) stored;
create index "vipOrder_grams" on "vipOrder" using gin ("searchGrams") with (fastupdate = off);

create table "userPaidMember" (
  "id" bigint generated always as identity primary key,
  "uid" integer not null,
  "levelId" integer not null,
  "anchor" date not null,
  "months" integer not null default 0,
  "days" integer not null default 0,
  "startTime" timestamp with time zone not null,
  "endTime" timestamp with time zone,
  "status" smallint not null default 0,
  "source" smallint not null default 1,
  "vipOrderId" bigint not null,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
-- Whatever repeats a payment notice: an order opens one period.
create unique index "userPaidMember_order" on "userPaidMember" ("vipOrderId");
create index "ix_userPaidMember_uid" on "userPaidMember" ("uid", "startTime");
create index "ix_userPaidMember_start" on "userPaidMember" ("startTime") where "status" = 0;
create index "ix_userPaidMember_end" on "userPaidMember" ("endTime") where "status" = 1;

-- Each reminder of an end is told once.
create table "vipRemind" (
  "paidId" bigint not null,
  "days" integer not null,
  "createTime" timestamptz not null default now(),
  primary key ("paidId", "days")
);
