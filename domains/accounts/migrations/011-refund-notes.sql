create table "refundNote" (
  "id" integer generated always as identity primary key,
  "refundNoteSn" text not null default '',
  "refundType" smallint not null,
  "refundId" bigint,
  "refundSn" text not null default '',
  "bizType" text not null default '',
  "bizId" bigint not null,
  "orderSn" text not null default '',
  "orderSubSn" text not null default '',
  "uid" integer,
  "companyId" integer,
  "payerId" integer,
  "paymentId" integer references "payment" ("id"),
  "amount" bigint not null check ("amount" > 0),
  "refundWay" smallint not null,
  "status" smallint not null default 0,
  "failReason" text not null default '',
  "outRefundNo" text not null default '',
  "providerRefundId" text not null default '',
  "payeeName" text not null default '',
  "payeeAccount" text not null default '',
  "payeeBank" text not null default '',
  "voucher" text[] not null default '{}',
  "attempts" integer not null default 0,
  "executeBy" integer,
  "executeTime" timestamp with time zone,
  "successTime" timestamp with time zone,
  "voidReason" text not null default '',
  "dropped" smallint not null default 0,
  "sourceType" text not null default '',
  "sourceId" bigint not null,
  "sourceLine" integer not null default 0,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("refundNoteSn", "refundSn", "orderSn", "outRefundNo", "providerRefundId")) stored
);
create unique index "uq_refundNote_refundNoteSn" on "refundNote" (lower("refundNoteSn")) where "isDel" = 0 and "refundNoteSn" <> '';
create unique index "uq_refundNote_outRefundNo" on "refundNote" (lower("outRefundNo")) where "isDel" = 0 and "outRefundNo" <> '';
create unique index "refundNote_out" on "refundNote" ("outRefundNo") where "outRefundNo" <> '';
-- The same source asks once for each payment, unless what it asked for was dropped.
create unique index "refundNote_source" on "refundNote" ("sourceType", "sourceId", "sourceLine", coalesce("paymentId", 0)) where "status" <> 5;
create index "refundNote_payment" on "refundNote" ("paymentId");
create index "refundNote_biz" on "refundNote" ("bizType", "bizId");
create index "refundNote_status" on "refundNote" ("status", "id" desc);
create index "refundNote_type" on "refundNote" ("refundType", "id" desc);
create index "refundNote_way" on "refundNote" ("refundWay", "id" desc);
create index "refundNote_audit" on "refundNote" ("auditStatus", "id" desc);
create index "refundNote_company" on "refundNote" ("companyId", "id" desc);
create index "refundNote_time" on "refundNote" ("createTime" desc, "id" desc);
create index "refundNote_search" on "refundNote" using gin ("searchGrams");
