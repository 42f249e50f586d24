-- What lists of limits, the catalogue, comments, warnings and intentions search by words.
alter table "productQuota" add column "searchGrams" text[] generated always as ("gramsOf"("quotaName")) stored;
create index "productQuota_grams" on "productQuota" using gin ("searchGrams") with (fastupdate = off);
alter table "productDirectory" add column "searchGrams" text[] generated always as ("gramsOf"("directoryNo")) stored;
create index "productDirectory_grams" on "productDirectory" using gin ("searchGrams") with (fastupdate = off);
alter table "prodCateWarning" add column "searchGrams" text[] generated always as ("gramsOf"("msgTitle")) stored;
create index "prodCateWarning_grams" on "prodCateWarning" using gin ("searchGrams") with (fastupdate = off);
alter table "productReply" add column "searchGrams" text[] generated always as ("gramsOf"("nickname")) stored;
create index "productReply_grams" on "productReply" using gin ("searchGrams") with (fastupdate = off);
alter table "purposeProduct" add column "searchGrams" text[] generated always as
  ("gramsOf"("purposeTitle", "season")) stored;
create index "purposeProduct_grams" on "purposeProduct" using gin ("searchGrams") with (fastupdate = off);

-- An import of quota lines looks for the quota by its name.
create index "productQuota_name" on "productQuota" ("quotaName") where "isDel" = 0;
-- Entries are found by the goods, as by the intention and the customer.
create index "purposeFeedback_sku" on "purposeFeedback" ("skuId") where "isDel" = 0;
-- Few products have several specifications, of which pictures may lack.
create index "product_manySpecs" on "product" ("id" desc) where "isDel" = 0 and "isRecycle" = 0 and "specType" = 1;
