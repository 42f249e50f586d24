-- What was scanned of a line at the check. Warehouse §5.3, §7.
alter table "shipTaskLine" add column "checkedQty" numeric(18,3) not null default 0 check ("checkedQty" >= 0);
