create table "dept" (
  "id" integer generated always as identity primary key,
  "pid" integer not null default 0,
  "deptName" text not null default '',
  "leaderId" integer,
  "phone" text not null default '',
  "email" text not null default '',
  "sort" integer not null default 0,
  "status" smallint not null default 1,
  "path" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_dept_deptName" on "dept" ("pid", lower("deptName")) where "isDel" = 0;
create index "dept_path" on "dept" ("path" text_pattern_ops);

create table "role" (
  "id" integer generated always as identity primary key,
  "roleName" text not null default '',
  "roleCode" text not null default '',
  "level" integer not null default 10,
  "dataScope" smallint not null,
  "scopeIds" jsonb not null default '{}'::jsonb,
  "status" smallint not null default 1,
  "remark" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_role_roleName" on "role" (lower("roleName")) where "isDel" = 0;
create unique index "uq_role_roleCode" on "role" (lower("roleCode")) where "isDel" = 0;

create table "menu" (
  "id" integer generated always as identity primary key,
  "pid" integer not null default 0,
  "menuType" text not null default '',
  "name" text not null default '',
  "icon" text not null default '',
  "sort" integer not null default 0,
  "isShow" smallint not null default 1,
  "component" text not null default '',
  "perms" text not null default '',
  "routeName" text not null default '',
  "activeMenu" text not null default '',
  "noCache" smallint not null default 0,
  "affix" smallint not null default 0,
  "adminOnly" smallint not null default 0,
  "systemKey" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
create unique index "uq_menu_component" on "menu" (lower("component")) where "isDel" = 0 and "component" <> '';
create unique index "uq_menu_systemKey" on "menu" (lower("systemKey")) where "isDel" = 0 and "systemKey" <> '';
create index "menu_pid" on "menu" ("pid") where "isDel" = 0;

create table "roleMenu" (
  "rid" integer not null,
  "menuId" integer not null,
  primary key ("rid", "menuId")
);
create index "roleMenu_menu" on "roleMenu" ("menuId");

create table "admin" (
  "id" integer generated always as identity primary key,
  "account" text not null default '',
  "realName" text not null default '',
  "roles" integer[] not null default '{}',
  "phone" text not null default '',
  "email" text not null default '',
  "deptId" integer,
  "position" text not null default '',
  "jobNo" text not null default '',
  "avatar" text not null default '',
  "introduction" text not null default '',
  "status" smallint not null default 1,
  "isSms" smallint not null default 0,
  "isAgent" smallint not null default 0,
  "storeIds" integer[] not null default '{}',
  "warehouseIds" integer[] not null default '{}',
  "channelIds" integer[] not null default '{}',
  "validFrom" timestamp with time zone,
  "validTo" timestamp with time zone,
  "loginCount" integer not null default 0,
  "lastIp" text not null default '',
  "lastTime" timestamp with time zone,
  "pwdUpdateTime" timestamp with time zone,
  "pwdReset" smallint not null default 0,
  "openid" text not null default '',
  "createTime" timestamptz not null default now(),
  "createBy" integer,
  "updateTime" timestamptz not null default now(),
  "updateBy" integer,
  "isDel" smallint not null default 0,
  "version" integer not null default 1
);
-- The name of a deleted account stays taken, so that logs name one person for ever.
create unique index "uq_admin_account" on "admin" (lower("account"));
create unique index "uq_admin_phone" on "admin" (lower("phone")) where "isDel" = 0 and "phone" <> '';
create unique index "uq_admin_jobNo" on "admin" (lower("jobNo")) where "isDel" = 0 and "jobNo" <> '';
-- An openid tells capitals apart.
create unique index "uq_admin_openid" on "admin" ("openid") where "isDel" = 0 and "openid" <> '';
create index "admin_roles" on "admin" using gin ("roles");
create index "admin_dept" on "admin" ("deptId");
create index "admin_lastTime" on "admin" ("lastTime" desc, "id" desc) where "isDel" = 0;

create table "adminPwdHistory" (
  "id" integer generated always as identity primary key,
  "adminId" integer not null,
  "hash" text not null,
  "setTime" timestamptz not null default now()
);
create index "adminPwdHistory_admin" on "adminPwdHistory" ("adminId", "id" desc);

create table "adminSession" (
  "id" integer generated always as identity primary key,
  "adminId" integer not null,
  "tokenHash" text not null,
  "ip" text not null default '',
  "location" text not null default '',
  "device" text not null default '',
  "browser" text not null default '',
  "os" text not null default '',
  "channel" text not null default 'web',
  "loginTime" timestamptz not null default now(),
  "lastTime" timestamptz not null default now(),
  "expireTime" timestamptz not null,
  "endTime" timestamptz,
  "endReason" text not null default ''
);
create unique index "uq_adminSession_tokenHash" on "adminSession" ("tokenHash");
create index "adminSession_active" on "adminSession" ("adminId", "lastTime" desc, "id" desc) where "endTime" is null;
create index "adminSession_expire" on "adminSession" ("expireTime") where "endTime" is null;
create index "adminSession_end" on "adminSession" ("endTime") where "endTime" is not null;

create table "loginGuard" (
  "scope" text not null,
  "key" text not null,
  "failCount" integer not null default 0,
  "windowStart" timestamptz not null default now(),
  "lockUntil" timestamptz,
  "lockTimes" integer not null default 0,
  primary key ("scope", "key")
);

create table "captcha" (
  "key" text primary key,
  "answerHash" text not null,
  "expireTime" timestamptz not null
);
create index "captcha_expire" on "captcha" ("expireTime");

create table "loginLog" (
  "id" bigint generated always as identity primary key,
  "time" timestamptz not null default now(),
  "adminId" integer,
  "account" text not null default '',
  "result" smallint not null,
  "message" text not null default '',
  "channel" text not null default 'web',
  "ip" text not null default '',
  "location" text not null default '',
  "device" text not null default '',
  "browser" text not null default '',
  "os" text not null default '',
  "requestId" text not null default ''
);
create index "loginLog_time" on "loginLog" ("time" desc, "id" desc);
create index "loginLog_admin" on "loginLog" ("adminId", "id" desc);
create index "loginLog_account" on "loginLog" (lower("account"), "id" desc);

-- One row. Raised by every change of a role, menu, member of staff or department in that change's transaction.
create table "permVersion" (
  "one" boolean primary key default true check ("one"),
  "version" integer not null default 1
);
insert into "permVersion" default values;
