-- Networks a member of staff may sign in from; none: from anywhere.
alter table "admin" add column "ipAllow" text[] not null default '{}';

-- The second factor of a person. Until confirmTime is set it has only been offered and asks for nothing.
create table "adminTotp" (
  "adminId" integer primary key,
  "secret" text not null,
  "recovery" text[] not null default '{}',
  -- the last interval a code was taken of: a code works once
  "lastStep" bigint not null default 0,
  "confirmTime" timestamptz
);

-- A right password that still waits for the second factor.
create table "loginTicket" (
  "ticketHash" text primary key,
  "adminId" integer not null,
  "channel" text not null default 'web',
  -- a social account to bind once the person is in
  "openid" text not null default '',
  "hint" text not null default '',
  "expireTime" timestamptz not null
);
create index "loginTicket_expire" on "loginTicket" ("expireTime");
