-- The list of users is read in its order and by each of its filters at a million of them. Members §2.3.
create index "user_createTime" on "user" ("createTime", "id") where "isDel" = 0;
create index "user_userType" on "user" ("userType", "id") where "isDel" = 0;
create index "user_channelId" on "user" ("channelId", "id") where "isDel" = 0;
create index "user_lifeStage" on "user" ("lifeStage", "id") where "isDel" = 0;
create index "user_sex" on "user" ("sex", "id") where "isDel" = 0;
create index "user_country" on "user" ("country", "id") where "isDel" = 0;
create index "user_status" on "user" ("status", "id") where "isDel" = 0;
create index "user_lifeStatus" on "user" ("lifeStatus", "id") where "isDel" = 0;
create index "user_isPromoter" on "user" ("isPromoter", "id") where "isDel" = 0;
create index "user_level" on "user" ("level", "id") where "isDel" = 0 and "level" is not null;
create index "user_customerLevel" on "user" ("customerLevel", "id") where "isDel" = 0 and "customerLevel" is not null;
create index "user_paidLevel" on "user" ("paidLevel", "id") where "isDel" = 0 and "paidLevel" is not null;
create index "user_groupId" on "user" ("groupId", "id") where "isDel" = 0 and "groupId" is not null;
create index "user_customerGroupId" on "user" ("customerGroupId", "id")
  where "isDel" = 0 and "customerGroupId" is not null;
create index "user_storeId" on "user" ("storeId", "id") where "isDel" = 0 and "storeId" is not null;
create index "user_agentId" on "user" ("agentId", "id") where "isDel" = 0 and "agentId" is not null;
create index "user_companyId" on "user" ("companyId", "id") where "isDel" = 0 and "companyId" is not null;
create index "user_spreadUid" on "user" ("spreadUid", "id") where "isDel" = 0 and "spreadUid" is not null;
create index "user_inviteCodeId" on "user" ("inviteCodeId", "id") where "isDel" = 0 and "inviteCodeId" is not null;
create index "user_provinceId" on "user" ("provinceId", "id") where "isDel" = 0 and "provinceId" is not null;
create index "user_cityId" on "user" ("cityId", "id") where "isDel" = 0 and "cityId" is not null;
create index "user_districtId" on "user" ("districtId", "id") where "isDel" = 0 and "districtId" is not null;
create index "user_payCount" on "user" ("payCount", "id") where "isDel" = 0;
create index "user_netAmount" on "user" ("netAmount", "id") where "isDel" = 0;
create index "user_nowMoney" on "user" ("nowMoney", "id") where "isDel" = 0;
create index "user_experience" on "user" ("experience", "id") where "isDel" = 0;
-- Who never paid or came is the last from the latest on.
create index "user_lastPayTime" on "user" ("lastPayTime" desc nulls last, "id" desc) where "isDel" = 0;
create index "user_lastVisitTime" on "user" ("lastVisitTime" desc nulls last, "id" desc) where "isDel" = 0;
create index "user_firstVisitTime" on "user" ("firstVisitTime", "id") where "isDel" = 0 and "firstVisitTime" is not null;
-- Month and day of a birthday as one number.
create index "user_birthday" on "user" ((extract(month from "birthday") * 100 + extract(day from "birthday")))
  where "isDel" = 0 and "birthday" is not null;
create index "user_path" on "user" ("path" text_pattern_ops) where "path" <> '';
-- Phones are told by their last digits.
create index "user_phoneTail" on "user" (right("phone", 4)) where "phone" <> '' and "isDel" = 0;

-- What staff adjust by hand, for the limits of a day. Members §2.6.
create table "userFounds" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "uid" integer not null,
  "adminId" integer not null,
  "requestNo" text not null default '',
  "money" bigint not null default 0,
  "integral" integer not null default 0,
  "diamond" integer not null default 0,
  "experience" integer not null default 0,
  "balanceAfter" bigint not null default 0,
  "experienceAfter" integer not null default 0,
  "mark" text not null default ''
);
create unique index "userFounds_request" on "userFounds" ("adminId", "requestNo");
create index "userFounds_day" on "userFounds" ("adminId", "createTime");
create index "userFounds_uid" on "userFounds" ("uid", "id" desc);

-- What each paid order gave to the figures of its user, so that they can be made anew and a refund finds its order. Members §2.2.
create table "userOrderFact" (
  "orderSn" text primary key,
  "orderId" bigint not null,
  "uid" integer not null,
  "channelId" smallint,
  "payTime" timestamptz not null,
  "paid" bigint not null,
  "refunded" bigint not null default 0,
  "lines" jsonb not null
);
create index "userOrderFact_uid" on "userOrderFact" ("uid", "payTime");
create index "userOrderFact_payTime" on "userOrderFact" ("payTime");

create table "userRefundFact" (
  "refundId" bigint primary key,
  "orderSn" text not null,
  "uid" integer not null,
  "refundTime" timestamptz not null,
  "amount" bigint not null,
  "lines" jsonb not null
);
create index "userRefundFact_uid" on "userRefundFact" ("uid", "refundTime");
create index "userRefundFact_refundTime" on "userRefundFact" ("refundTime");
create index "userRefundFact_orderSn" on "userRefundFact" ("orderSn");
