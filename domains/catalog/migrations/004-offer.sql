create table "productQuota" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "quotaName" text not null default '',
  "productIds" integer[] not null default '{}',
  "skuIds" integer[] not null default '{}',
  "channelIds" integer[] not null default '{}',
  "scopeType" smallint not null default 0,
  "scopeIds" integer[] not null default '{}',
  "limitType" smallint not null,
  "minQty" numeric(18,3) not null default 0,
  "maxQty" numeric(18,3) not null,
  "startTime" timestamp with time zone not null,
  "endTime" timestamp with time zone not null,
  "status" smallint not null default 1,
  "sourceKey" text not null default ''
);

create table "productDirectory" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "directoryNo" text not null default '',
  "isDirectory" smallint not null default 1,
  "scopeType" smallint not null default 0,
  "scopeIds" integer[] not null default '{}',
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone
);

create table "productTag" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "tagName" text not null default '',
  "tagGroup" text not null default '',
  "tagType" smallint not null default 1,
  "color" text not null default '',
  "bgColor" text not null default '',
  "icon" text not null default '',
  "position" smallint not null default 1,
  "autoRule" smallint not null default 0,
  "autoValue" integer,
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "sort" integer not null default 0,
  "status" smallint not null default 1
);

create table "termsService" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "termName" text not null default '',
  "protocolCode" text not null default '',
  "channelIds" integer[] not null default '{}',
  "icon" text not null default '',
  "summary" text not null default '',
  "content" text not null default '',
  "termVersion" integer not null default 1,
  "effectiveTime" timestamp with time zone,
  "sort" integer not null default 0,
  "status" smallint not null default 0
);

create table "termsRelation" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "termsId" integer not null,
  "bindTermsType" smallint not null,
  "bindId" integer not null,
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "sort" integer not null default 0
);

create table "prodCateWarning" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "msgTitle" text not null default '',
  "cateIds" integer[] not null default '{}',
  "warnType" smallint not null,
  "threshold" integer,
  "content" text not null default '',
  "channelIds" integer[] not null default '{}',
  "positions" integer[] not null default '{}',
  "needConfirm" smallint not null default 0,
  "receiverIds" integer[] not null default '{}',
  "notifyWay" integer[] not null default '{}',
  "repeatDays" integer not null default 1,
  "startTime" timestamp with time zone,
  "endTime" timestamp with time zone,
  "lastTime" timestamp with time zone,
  "status" smallint not null default 1
);

create unique index "uq_productQuota_sourceKey" on "productQuota" (lower("sourceKey"))
  where "isDel" = 0 and "sourceKey" <> '';
create unique index "uq_productDirectory_productId" on "productDirectory" ("productId") where "isDel" = 0;
create unique index "uq_productTag_tagName" on "productTag" (lower("tagName")) where "isDel" = 0;
create unique index "uq_termsRelation_bindId" on "termsRelation" ("termsId", "bindTermsType", "bindId")
  where "isDel" = 0;

-- ---- what lists, doors and guards look for

create index "productQuota_list" on "productQuota" ("id" desc) where "isDel" = 0;
create index "productQuota_products" on "productQuota" using gin ("productIds") with (fastupdate = off);
create index "productQuota_skus" on "productQuota" using gin ("skuIds") with (fastupdate = off);
create index "productDirectory_list" on "productDirectory" ("id" desc) where "isDel" = 0;
create index "productTag_list" on "productTag" ("sort" desc, "id" desc) where "isDel" = 0;
create index "product_tagIds" on "product" using gin ("tagIds") with (fastupdate = off);
create index "termsService_list" on "termsService" ("sort" desc, "id" desc) where "isDel" = 0;
create index "termsRelation_object" on "termsRelation" ("bindTermsType", "bindId") where "isDel" = 0;
create index "termsRelation_terms" on "termsRelation" ("termsId", "bindTermsType") where "isDel" = 0;
create index "prodCateWarning_list" on "prodCateWarning" ("id" desc) where "isDel" = 0;
create index "prodCateWarning_cateIds" on "prodCateWarning" using gin ("cateIds") with (fastupdate = off);

-- A buyer's share of a limit: the row that two orders at the same instant meet at. limitKind 1 is a row of
-- productQuota, 2 one of payerProduct; buyerKind 1 a user, 2 a shouda, 3 a payer.
create table "quotaBuyer" (
  "limitKind" smallint not null,
  "limitId" integer not null,
  "buyerKind" smallint not null,
  "buyerId" integer not null,
  "used" numeric(18,3) not null default 0,
  primary key ("limitKind", "limitId", "buyerKind", "buyerId")
);

-- What an order line takes of a limit, and how much of it came back; once per limit and line.
create table "quotaUse" (
  "id" bigint generated always as identity primary key,
  "limitKind" smallint not null,
  "limitId" integer not null,
  "lineId" integer not null,
  "orderSn" text not null,
  "buyerKind" smallint not null,
  "buyerId" integer not null,
  "channelId" smallint not null,
  "skuId" integer not null,
  "qty" numeric(18,3) not null,
  "given" numeric(18,3) not null default 0,
  "createTime" timestamptz not null default now(),
  unique ("limitKind", "limitId", "lineId")
);
create index "quotaUse_buyer" on "quotaUse" ("limitKind", "limitId", "buyerKind", "buyerId", "createTime");
create index "quotaUse_list" on "quotaUse" ("limitKind", "limitId", "id" desc);
create index "quotaUse_order" on "quotaUse" ("orderSn");

-- Every text a term has had; orders name the version they were placed under.
create table "termsVersion" (
  "id" integer generated always as identity primary key,
  "termsId" integer not null references "termsService" ("id"),
  "termVersion" integer not null,
  "termName" text not null,
  "summary" text not null,
  "content" text not null,
  "effectiveTime" timestamptz not null,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  unique ("termsId", "termVersion")
);

-- What a warning has told its receivers: once per rule, product and day.
create table "prodCateWarningLog" (
  "id" bigint generated always as identity primary key,
  "warningId" integer not null references "prodCateWarning" ("id"),
  "productId" integer not null,
  "day" date not null,
  "value" numeric(18,3) not null,
  "content" text not null,
  "receiverIds" integer[] not null,
  "createTime" timestamptz not null default now(),
  unique ("warningId", "productId", "day")
);
create index "prodCateWarningLog_list" on "prodCateWarningLog" ("warningId", "id" desc);
create index "prodCateWarningLog_all" on "prodCateWarningLog" ("id" desc);
