-- A transfer at the bank is used once, by a top-up or by a payment: one key over both. Each table says by a trigger when a number
-- is used and when it is free again, so that nobody who writes a row can forget it. Decision 0161.
create table "bankNumber" (
  "number" text not null,
  "usedBy" text not null,
  "usedId" integer not null
);
create unique index "uq_ctRecord_bankSerialNo_once" on "bankNumber" ("number");

create function "useBankNumber"("kind" text, "rowId" integer, "before" text, "after" text) returns void language plpgsql as $$
begin
  if "before" = "after" then return; end if;
  if "before" <> '' then
    delete from "bankNumber" where "number" = "before" and "usedBy" = "kind" and "usedId" = "rowId";
  end if;
  if "after" <> '' then
    insert into "bankNumber" ("number", "usedBy", "usedId") values ("after", "kind", "rowId");
  end if;
end $$;

-- A top-up uses its number as long as it is there, a payment from its voucher on until it is refused or closed.
create function "bankNumberOf"("row" "ctRecord") returns text language sql immutable as $$
  select case when ("row")."isDel" = 0 then lower(("row")."bankSerialNo") else '' end $$;
create function "bankNumberOf"("row" "payment") returns text language sql immutable as $$
  select case when ("row")."direction" = 1 and ("row")."status" in (1, 4) then lower(("row")."bankSerialNo") else '' end $$;

create function "keepBankNumber"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform "useBankNumber"(tg_table_name::text, new."id", '', "bankNumberOf"(new));
  else
    perform "useBankNumber"(tg_table_name::text, new."id", "bankNumberOf"(old), "bankNumberOf"(new));
  end if;
  return null;
end $$;
create trigger "ctRecord_bankNumber_new" after insert on "ctRecord" for each row
  when (new."bankSerialNo" <> '') execute function "keepBankNumber"();
create trigger "ctRecord_bankNumber" after update on "ctRecord" for each row
  when (old."bankSerialNo" <> '' or new."bankSerialNo" <> '') execute function "keepBankNumber"();
create trigger "payment_bankNumber_new" after insert on "payment" for each row
  when (new."bankSerialNo" <> '') execute function "keepBankNumber"();
create trigger "payment_bankNumber" after update on "payment" for each row
  when (old."bankSerialNo" <> '' or new."bankSerialNo" <> '') execute function "keepBankNumber"();

-- Where both have one number already, it stays with the one that was there first.
insert into "bankNumber" ("number", "usedBy", "usedId")
select distinct on ("number") "number", "usedBy", "usedId" from (
  select "bankNumberOf"(r) as "number", 'ctRecord' as "usedBy", r."id" as "usedId", r."createTime" as "at" from "ctRecord" r
  union all
  select "bankNumberOf"(p), 'payment', p."id", p."createTime" from "payment" p
) "all" where "number" <> '' order by "number", "at", "usedBy", "usedId";
drop index "payment_bankSerial";

-- Lists are searched while payments come in: a pending list of words would be merged by whoever is unlucky.
alter index "payment_search" set (fastupdate = off);
alter index "paymentException_search" set (fastupdate = off);
alter index "refundNote_search" set (fastupdate = off);
