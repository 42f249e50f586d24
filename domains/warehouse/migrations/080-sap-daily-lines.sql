-- Lines that SAP did not tell are made by the comparison; why differences were settled is no remark of the record.
alter table "sapDailyStockLine" add column "told" smallint not null default 1;
update "sapDailyStockLine" set "told" = 0 where "labst" = 0 and "umlme" = 0 and "insme" = 0 and "speme" = 0 and "meins" = '' and "charg" = '';
alter table "sapDailyFullStock" add column "handleReason" text not null default '';
update "sapDailyFullStock" set "handleReason" = "remark", "remark" = '' where "status" = 3;
