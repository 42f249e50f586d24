-- Consumers and what hangs on each of them. The short user numbers are drawn from a sequence, so that none waits for another.
create sequence "userNo";

create table "user" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "userNo" text not null default '',
  "account" text not null default '',
  "nickname" text not null default '',
  "avatar" text not null default '',
  "realName" text not null default '',
  "sex" smallint not null default 0,
  "phone" text not null default '',
  "birthday" date,
  "cardId" text not null default '',
  "country" text not null default 'CN',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer,
  "addres" text not null default '',
  "mark" text not null default '',
  "groupId" integer,
  "customerGroupId" integer,
  "level" integer,
  "levelExpire" timestamptz,
  "levelLockTime" timestamptz,
  "customerLevel" integer,
  "paidLevel" integer,
  "paidEndTime" timestamptz,
  "isPaidMember" smallint not null default 0,
  "experience" integer not null default 0 check ("experience" >= 0),
  "signNum" integer not null default 0,
  "status" smallint not null default 1,
  "lifeStatus" smallint not null default 0,
  "mergeToUid" integer,
  "userType" text not null default 'h5',
  "loginType" text,
  "channelId" smallint not null default 1201,
  "storeId" integer,
  "agentId" integer,
  "companyId" integer,
  "orgUserId" integer,
  "spreadUid" integer,
  "spreadTime" timestamptz,
  "spreadCount" integer not null default 0,
  "path" text not null default '',
  "isPromoter" smallint not null default 0,
  "promoterTime" timestamptz,
  "inviteCodeId" integer,
  "source" text not null default '',
  "sourceId" integer,
  "payCount" integer not null default 0,
  "netAmount" bigint not null default 0,
  "lastPayTime" timestamptz,
  "lifeStage" smallint not null default 1,
  "nowMoney" bigint not null default 0,
  "subscribe" smallint not null default 0,
  "consent" smallint not null default 1,
  "consentTime" timestamptz,
  "addIp" text not null default '',
  "lastIp" text not null default '',
  "firstVisitTime" timestamptz,
  "lastVisitTime" timestamptz,
  "lastLoginTime" timestamptz,
  "cleanTime" timestamptz,
  "adminid" integer,
  "partnerId" integer
);
create unique index "uq_user_userNo" on "user" (lower("userNo")) where "isDel" = 0 and "userNo" <> '';
-- One living user a phone: those that are erased or merged have given theirs up.
create unique index "user_phone" on "user" ("phone") where "phone" <> '' and "lifeStatus" in (0, 1);
alter table "user" add column "searchGrams" text[] generated always as
  ("gramsOf"("userNo", "account", "nickname", "realName", "phone")) stored;
create index "user_grams" on "user" using gin ("searchGrams") with (fastupdate = off);

-- What nobody reads without leaving a trace: encrypted with the key of the house. Members §10.1.
create table "userSecret" (
  "uid" integer primary key references "user" ("id"),
  "cardCipher" text not null default '',
  "updateTime" timestamptz not null default now()
);

create table "userStat" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null references "user" ("id"),
  "payCount" integer not null default 0,
  "payAmount" bigint not null default 0,
  "refundAmount" bigint not null default 0,
  "netAmount" bigint not null default 0,
  "avgAmount" bigint not null default 0,
  "goodsNum" integer not null default 0,
  "firstPayTime" timestamptz,
  "lastPayTime" timestamptz,
  "maxPayAmount" bigint not null default 0,
  "refundCount" integer not null default 0,
  "couponUnused" integer not null default 0,
  "couponSoon" integer not null default 0,
  "cartNum" integer not null default 0,
  "favouriteNum" integer not null default 0,
  "visitDays30" integer not null default 0,
  "lastVisitTime" timestamptz,
  "shareNum" integer not null default 0,
  "replyNum" integer not null default 0,
  "showNum" integer not null default 0,
  "feedbackNum" integer not null default 0,
  "sessionNum" integer not null default 0,
  "drawNum" integer not null default 0,
  "npsScore" integer,
  "age" integer,
  "provinceId" integer,
  "cityId" integer,
  "lastChannelId" smallint,
  "rScore" integer,
  "fScore" integer,
  "mScore" integer,
  "rfmType" smallint
);
create unique index "userStat_uid" on "userStat" ("uid");

create table "userDayStat" (
  "id" bigint generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "day" date not null,
  "payCount" integer not null default 0,
  "payAmount" bigint not null default 0,
  "refundAmount" bigint not null default 0,
  "refundCount" integer not null default 0,
  "maxPayAmount" bigint not null default 0,
  "goodsNum" integer not null default 0,
  "usedCouponCount" integer not null default 0,
  "orderChannels" integer not null default 0,
  "visits" integer not null default 0,
  "shareNum" integer not null default 0,
  "replyNum" integer not null default 0,
  "showNum" integer not null default 0,
  "signed" integer not null default 0
);
create unique index "userDayStat_uid" on "userDayStat" ("uid", "day");
create index "userDayStat_day" on "userDayStat" ("day");

create table "userGoodsStat" (
  "id" bigint generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "productId" integer not null,
  "payCount" integer not null default 0,
  "goodsNum" integer not null default 0,
  "payAmount" bigint not null default 0,
  "refundAmount" bigint not null default 0,
  "viewCount" integer not null default 0,
  "firstPayTime" timestamptz,
  "lastPayTime" timestamptz,
  "lastViewTime" timestamptz
);
create unique index "userGoodsStat_uid" on "userGoodsStat" ("uid", "productId");
create index "userGoodsStat_product" on "userGoodsStat" ("productId", "uid");

-- What of an event has been counted already: sums are not counted twice. Members §4.5.
create table "userStatSource" (
  "source" text not null,
  "sourceId" bigint not null,
  "part" text not null default '',
  "uid" integer not null,
  "createTime" timestamptz not null default now(),
  primary key ("source", "sourceId", "part")
);

create table "userIdentity" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "type" text not null default '',
  "openid" text not null default '',
  "bindTime" timestamptz not null
);
create unique index "userIdentity_openid" on "userIdentity" ("type", "openid") where "isDel" = 0;
create index "userIdentity_uid" on "userIdentity" ("uid", "id");

create table "userAddress" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "realName" text not null default '',
  "phone" text not null default '',
  "provinceId" integer,
  "cityId" integer,
  "districtId" integer not null,
  "detail" text not null default '',
  "postCode" text not null default '',
  "longitude" numeric(18,6),
  "latitude" numeric(18,6),
  "isDefault" smallint not null default 0
);
create index "userAddress_uid" on "userAddress" ("uid", "id" desc);
create unique index "userAddress_default" on "userAddress" ("uid") where "isDefault" = 1 and "isDel" = 0;

create table "userVisitRecord" (
  "id" bigint generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "date" date not null,
  "visitType" smallint not null,
  "targetId" integer,
  "seconds" integer not null default 0,
  "userType" text
);
create index "userVisitRecord_uid" on "userVisitRecord" ("uid", "id" desc);
create index "userVisitRecord_date" on "userVisitRecord" ("date");

create table "userCart" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "skuId" integer not null,
  "productId" integer not null,
  "num" integer not null,
  "addPrice" bigint,
  "addTime" timestamptz not null
);
create unique index "userCart_sku" on "userCart" ("uid", "skuId") where "isDel" = 0;

create table "userFavourite" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "productId" integer not null
);
create unique index "userFavourite_product" on "userFavourite" ("uid", "productId") where "isDel" = 0;
create index "userFavourite_byProduct" on "userFavourite" ("productId");

create table "userGroup" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "groupName" text not null default '',
  "groupType" smallint not null default 1,
  "mark" text not null default '',
  "sort" integer not null default 0
);
create unique index "userGroup_name" on "userGroup" ("groupType", lower("groupName")) where "isDel" = 0;
