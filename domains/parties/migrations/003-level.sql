create table "orgLevel" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "grade" integer not null,
  "levelName" text not null default '',
  "channelId" smallint not null,
  "icon" text not null default '',
  "color" text not null default '',
  "discount" numeric(18,2),
  "minScore" numeric(18,2) not null,
  "minMonthAmount" bigint,
  "keepMonths" integer not null default 3,
  "equities" text[] not null default '{}',
  "remark" text not null default '',
  "status" smallint not null default 1
);
create unique index "uq_orgLevel_levelName" on "orgLevel" (lower("levelName")) where "isDel" = 0;
create unique index "uq_orgLevel_channelId_grade" on "orgLevel" ("channelId", "grade") where "isDel" = 0;
create index "ix_orgLevel_list" on "orgLevel" ("channelId", "grade" desc, "id" desc) where "isDel" = 0;

create table "orgLevelLog" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "companyId" integer not null,
  "channelId" smallint,
  "beforeLevelId" integer,
  "beforeLevelName" text not null default '',
  "afterLevelId" integer,
  "afterLevelName" text not null default '',
  "beforeStar" integer,
  "afterStar" integer,
  "changeType" smallint not null,
  "score" numeric(18,2),
  "evaluateMonth" text not null default '',
  "evaluationNo" text not null default '',
  "remark" text not null default '',
  "operatorName" text not null default ''
);
create index "ix_orgLevelLog_companyId" on "orgLevelLog" ("companyId", "id" desc);
create index "ix_orgLevelLog_createTime" on "orgLevelLog" ("createTime");

create table "evaluationRule" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "channelId" smallint not null,
  "effectiveMonth" text not null default '',
  "lines" jsonb not null default '[]'::jsonb,
  "star5" numeric(18,2) not null default 90,
  "star4" numeric(18,2) not null default 80,
  "star3" numeric(18,2) not null default 70,
  "star2" numeric(18,2) not null default 60,
  "remark" text not null default ''
);
create unique index "uq_evaluationRule_channelId_effectiveMonth"
  on "evaluationRule" ("channelId", "effectiveMonth") where "isDel" = 0;

create table "evaluationMonth" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "month" text not null default '',
  "channelId" smallint not null,
  "generateTime" timestamp with time zone,
  "ruleId" integer
);
create unique index "uq_evaluationMonth_channelId_month" on "evaluationMonth" ("channelId", "month") where "isDel" = 0;
create index "ix_evaluationMonth_list" on "evaluationMonth" ("month" desc, "channelId", "id" desc) where "isDel" = 0;

create table "orgEvaluation" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "evaluationNo" text not null default '',
  "monthId" integer,
  "month" text not null default '',
  "channelId" smallint not null,
  "companyId" integer not null,
  "scores" jsonb not null default '[]'::jsonb,
  "manualScore" numeric(18,2),
  "adjust" numeric(18,2) not null default 0,
  "adjustReason" text not null default '',
  "amount" bigint not null default 0,
  "score" numeric(18,2) not null default 0,
  "star" smallint not null default 1,
  "beforeLevelId" integer,
  "suggestLevelId" integer,
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create unique index "uq_orgEvaluation_companyId_channelId_month"
  on "orgEvaluation" ("companyId", "channelId", "month") where "isDel" = 0;
create index "ix_orgEvaluation_monthId" on "orgEvaluation" ("monthId", "id") where "isDel" = 0;
create index "ix_orgEvaluation_list" on "orgEvaluation" ("month" desc, "id" desc) where "isDel" = 0;

create table "buySummary" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "month" text not null default '',
  "adjustOf" text not null default '',
  "companyId" integer not null,
  "shoudaId" integer not null,
  "payerId" integer not null,
  "channelId" smallint,
  "agentId" integer,
  "orgLevelId" integer,
  "orderCount" integer not null default 0,
  "skuCount" integer not null default 0,
  "qty" numeric(18,3) not null default 0,
  "grossAmount" bigint not null default 0,
  "discountAmount" bigint not null default 0,
  "refundAmount" bigint not null default 0,
  "netAmount" bigint not null default 0,
  "paidAmount" bigint not null default 0,
  "unpaidAmount" bigint not null default 0,
  "rebateRate" numeric(18,2) not null default 0,
  "rebateAmount" bigint not null default 0,
  "confirmStatus" smallint not null default 0,
  "pushTime" timestamp with time zone,
  "confirmBy" integer,
  "confirmTime" timestamp with time zone,
  "disputeReason" text not null default ''
);
create unique index "uq_buySummary_key"
  on "buySummary" ("month", "adjustOf", "shoudaId", "payerId") where "isDel" = 0;
create index "ix_buySummary_list" on "buySummary" ("month" desc, "id" desc) where "isDel" = 0;
create index "ix_buySummary_companyId" on "buySummary" ("companyId", "month") where "isDel" = 0;
create index "ix_buySummary_adjustOf" on "buySummary" ("adjustOf", "shoudaId") where "isDel" = 0 and "adjustOf" <> '';

create table "buySummaryLine" (
  "summaryId" integer not null,
  "orderSn" text not null,
  "skuId" integer not null,
  "qty" numeric(18,3) not null,
  "grossAmount" bigint not null,
  "discountAmount" bigint not null,
  "refundAmount" bigint not null,
  "netAmount" bigint not null,
  "paidAmount" bigint not null,
  primary key ("summaryId", "orderSn", "skuId")
);

create table "equityPlan" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "planNo" text not null default '',
  "planName" text not null default '',
  "issueMode" smallint not null default 2,
  "startDate" date not null,
  "endDate" date not null,
  "issueDay" integer not null,
  "issueTime" text not null default '09:00',
  "targetType" smallint not null,
  "targetIds" text[] not null default '{}',
  "budget" bigint,
  "lines" jsonb not null default '[]'::jsonb,
  "issuedPeriods" integer not null default 0,
  "issuedCompanies" integer not null default 0,
  "issuedAmount" bigint not null default 0,
  "execStatus" smallint not null default 0,
  "lastPeriod" text not null default '',
  "stopReason" text not null default '',
  "auditStatus" smallint not null default -1,
  "submitBy" integer,
  "submitTime" timestamp with time zone,
  "auditBy" integer,
  "auditTime" timestamp with time zone,
  "opinion" text not null default '',
  "instanceId" integer,
  "remark" text not null default '',
  "files" jsonb not null default '[]'::jsonb
);
create index "ix_equityPlan_exec" on "equityPlan" ("execStatus") where "isDel" = 0 and "auditStatus" = 1;

create table "equityIssue" (
  "id" integer generated always as identity primary key,
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1,
  "planId" integer not null,
  "lineNo" integer not null,
  "period" text not null default '',
  "baseMonth" text not null default '',
  "baseMonths" integer not null default 1,
  "companyId" integer not null,
  "equityType" text not null default '',
  "objectId" integer,
  "amount" numeric(18,2) not null default 0,
  "status" smallint not null default 0,
  "failReason" text not null default '',
  "attempts" integer not null default 0,
  "sendTime" timestamp with time zone
);
create unique index "uq_equityIssue_key" on "equityIssue" ("planId", "lineNo", "period", "companyId");
create index "ix_equityIssue_planId" on "equityIssue" ("planId", "id" desc) where "isDel" = 0;
create index "ix_equityIssue_companyId" on "equityIssue" ("companyId", "id" desc) where "isDel" = 0;
create index "ix_equityIssue_sent" on "equityIssue" ("planId", "companyId") where "status" = 1;
create index "ix_equityIssue_waiting" on "equityIssue" ("planId", "id") where "status" = 0;
