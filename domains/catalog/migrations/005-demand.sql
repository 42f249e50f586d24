create table "productReply" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "productId" integer not null,
  "skuId" integer,
  "sku" text not null default '',
  "uid" integer,
  "oid" integer,
  "orderLineId" integer,
  "replyType" smallint not null default 1,
  "nickname" text not null default '',
  "avatar" text not null default '',
  "productScore" smallint not null,
  "serviceScore" smallint not null,
  "comment" text not null default '',
  "pics" text[] not null default '{}',
  "isReply" smallint not null default 0,
  "merchantReplyContent" text not null default '',
  "merchantReplyTime" timestamptz,
  "isShow" smallint not null default 1
);
-- One comment per order line, also when it was deleted for breach: catalog §3.6.
create unique index "productReply_line" on "productReply" ("orderLineId") where "orderLineId" is not null;
create index "productReply_product" on "productReply" ("productId", "id" desc) where "isDel" = 0;
create index "productReply_list" on "productReply" ("id" desc) where "isDel" = 0;
create index "productReply_waiting" on "productReply" ("id" desc) where "isDel" = 0 and "isReply" = 0;
create index "productReply_poor" on "productReply" ("id" desc) where "isDel" = 0 and "productScore" < 4;

create table "productImgLog" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "fileName" text not null default '',
  "sourceFile" text not null default '',
  "okCount" integer not null default 0,
  "failCount" integer not null default 0,
  "adminName" text not null default '',
  "errors" jsonb not null default '[]'::jsonb
);
create unique index "productImgLog_source" on "productImgLog" ("sourceFile");
alter table "productImgLog" add column "searchGrams" text[] generated always as
  ("gramsOf"("fileName", "adminName")) stored;
create index "productImgLog_grams" on "productImgLog" using gin ("searchGrams") with (fastupdate = off);

-- Few products lack pictures: each kind of gap is found by its own small index. Catalog §3.6.
create index "product_noSlider" on "product" ("id" desc) where "isDel" = 0 and "sliderImage" = '{}';
create index "product_noCover" on "product" ("id" desc) where "isDel" = 0 and "image" = '';
create index "product_noDetail" on "product" ("id" desc) where "isDel" = 0 and "content" not like '%<img%';
create index "sku_noImage" on "sku" ("productId") where "isDel" = 0 and "image" = '';

create table "purposeProduct" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "purposeTitle" text not null default '',
  "skuIds" integer[] not null default '{}',
  "season" text not null default '',
  "startTime" timestamptz not null,
  "endTime" timestamptz not null,
  "deliveryMonths" text[] not null default '{}',
  "refPrice" bigint,
  "priceMin" bigint,
  "priceMax" bigint,
  "minQty" numeric(18,3),
  "stepQty" numeric(18,3),
  "channelIds" integer[] not null default '{}',
  "scopeType" smallint not null default 0,
  "scopeIds" integer[] not null default '{}',
  "description" text not null default '',
  "status" smallint not null default 0
);
create index "purposeProduct_due" on "purposeProduct" ("status") where "isDel" = 0 and "status" < 2;
create index "purposeProduct_skus" on "purposeProduct" using gin ("skuIds") where "isDel" = 0;

create table "purposeFeedback" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "purposeProductId" integer not null,
  "companyId" integer not null,
  "shoudaId" integer,
  "skuId" integer not null,
  "monthQty" jsonb not null default '[]'::jsonb,
  "intendQty" numeric(18,3) not null default 0,
  "expectPrice" bigint,
  "source" smallint not null default 2,
  "agentId" integer,
  "status" smallint not null default 0,
  "replyContent" text not null default '',
  "replyTime" timestamptz
);
-- One row per intention, company, shouda and sku: a later entry replaces it. Catalog §4.3.
create unique index "purposeFeedback_key" on "purposeFeedback"
  ("purposeProductId", "companyId", coalesce("shoudaId", 0), "skuId") where "isDel" = 0;
create index "purposeFeedback_company" on "purposeFeedback" ("companyId", "id" desc) where "isDel" = 0;
create index "purposeFeedback_agent" on "purposeFeedback" ("agentId", "id" desc) where "isDel" = 0;
create index "purposeFeedback_list" on "purposeFeedback" ("id" desc) where "isDel" = 0;
