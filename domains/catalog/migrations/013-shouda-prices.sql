-- The prices of a company are those of its sold-to parties: few of all prices.
create index "skuPrice_shouda" on "skuPrice" ("scopeId", "skuId") where "scopeType" = 2;
