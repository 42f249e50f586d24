-- Money in and out, one row for each way it took. Decision 0145.
create table "payment" (
  "id" integer generated always as identity primary key,
  "flowNo" text not null default '',
  "direction" smallint not null default 1,
  "bizType" text not null default '',
  "bizId" bigint not null,
  "orderSn" text not null default '',
  "uid" integer,
  "companyId" integer,
  "payerId" integer,
  "payType" text not null default '',
  "payChannel" text,
  "amount" bigint not null,
  "fee" bigint not null default 0,
  "refundAmount" bigint not null default 0,
  "status" smallint not null default 0,
  "transactionId" text not null default '',
  "receivedAmount" bigint,
  "bankSerialNo" text not null default '',
  "payerName" text not null default '',
  "voucher" text[] not null default '{}',
  "uploadBy" integer,
  "confirmBy" integer,
  "confirmTime" timestamp with time zone,
  "provider" text not null default '',
  "accountEntryId" bigint,
  "expireTime" timestamp with time zone,
  "successTime" timestamp with time zone,
  "failReason" text not null default '',
  "paymentOf" integer,
  "refundNoteId" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("flowNo", "orderSn", "transactionId", "bankSerialNo")) stored,
  check ("amount" >= 0),
  check ("refundAmount" between 0 and coalesce("receivedAmount", "amount"))
);
create unique index "uq_payment_flowNo" on "payment" (lower("flowNo")) where "isDel" = 0 and "flowNo" <> '';
create unique index "payment_flow" on "payment" ("flowNo");
-- One open payment for each thing and way to pay.
create unique index "payment_open" on "payment" ("bizType", "bizId", "payType") where "direction" = 1 and "status" in (0, 4) and "bizType" <> '';
create unique index "payment_transaction" on "payment" ("provider", "transactionId") where "direction" = 1 and "transactionId" <> '' and "provider" <> '';
create unique index "payment_bankSerial" on "payment" ("bankSerialNo") where "direction" = 1 and "bankSerialNo" <> '' and "status" in (1, 4);
create index "payment_biz" on "payment" ("bizType", "bizId");
create index "payment_of" on "payment" ("paymentOf") where "paymentOf" is not null;
-- What the jobs ask for and close.
create index "payment_waiting" on "payment" ("expireTime", "id") where "direction" = 1 and "status" = 0;
create index "payment_status" on "payment" ("status", "id" desc);
create index "payment_direction" on "payment" ("direction", "id" desc);
create index "payment_type" on "payment" ("payType", "id" desc);
create index "payment_channel" on "payment" ("payChannel", "id" desc);
create index "payment_company" on "payment" ("companyId", "id" desc);
create index "payment_time" on "payment" ("createTime" desc, "id" desc);
create index "payment_search" on "payment" using gin ("searchGrams");

create table "paymentException" (
  "id" integer generated always as identity primary key,
  "type" smallint not null,
  "flowNo" text not null default '',
  "orderSn" text not null default '',
  "transactionId" text not null default '',
  "provider" text not null default '',
  "amount" bigint,
  "expectAmount" bigint,
  "status" smallint not null default 0,
  "times" integer not null default 1,
  "lastTime" timestamp with time zone,
  "reason" text not null default '',
  "handleType" smallint,
  "handleRemark" text not null default '',
  "handleBy" integer,
  "handleTime" timestamp with time zone,
  "paymentId" integer,
  "refundNoteId" integer,
  "companyId" integer,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "searchGrams" text[] generated always as ("gramsOf"("flowNo", "orderSn", "transactionId")) stored
);
-- What comes again counts up what is still to be handled: a flood of forged notifications makes one row.
create unique index "paymentException_same" on "paymentException" ("type", "provider", "flowNo", "transactionId") where "status" = 0;
create index "paymentException_status" on "paymentException" ("status", "id" desc);
create index "paymentException_type" on "paymentException" ("type", "id" desc);
create index "paymentException_provider" on "paymentException" ("provider", "id" desc);
create index "paymentException_handle" on "paymentException" ("handleType", "id" desc);
create index "paymentException_payment" on "paymentException" ("paymentId");
create index "paymentException_time" on "paymentException" ("createTime" desc, "id" desc);
create index "paymentException_search" on "paymentException" using gin ("searchGrams");

-- What providers said and were asked, word for word.
create table "notifyLog" (
  "id" bigint generated always as identity primary key,
  "kind" smallint not null,
  "provider" text not null,
  "flowNo" text not null default '',
  "raw" text not null default '',
  "verified" smallint,
  "result" text not null default '',
  "receiveTime" timestamptz not null default now()
);
create index "notifyLog_flow" on "notifyLog" ("flowNo", "id" desc) where "flowNo" <> '';
create index "notifyLog_time" on "notifyLog" ("receiveTime");

-- Top-ups of consumers through a shop front: paid for like an order.
create table "recharge" (
  "id" integer generated always as identity primary key,
  "rechargeSn" text not null,
  "uid" integer not null,
  "appId" integer,
  "amount" bigint not null check ("amount" > 0),
  "status" smallint not null default 0,
  "paidAmount" bigint not null default 0,
  "payTime" timestamptz,
  "createTime" timestamptz not null default now()
);
create unique index "recharge_sn" on "recharge" ("rechargeSn");
create index "recharge_uid" on "recharge" ("uid", "id" desc);
