-- What came back to the person who handed it in stands on their home page.
create index "product_returned" on "product" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
create index "productVip_returned" on "productVip" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
create index "productIntegral_returned" on "productIntegral" ("submitBy") where "auditStatus" = 2 and "isDel" = 0;
