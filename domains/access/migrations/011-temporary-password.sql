-- Until when a password somebody else has set lets its owner in; null: as long as any.
alter table "adminPwdHistory" add column "expireTime" timestamptz;
