-- Of products, those that a document can be made of are the approved ones, newest first. An import leaves tens of thousands of
-- newer ones that are not approved yet, through which the list would go.
create index "product_approved" on "product" ("id" desc) where "isDel" = 0 and "isRecycle" = 0 and "auditStatus" = 1;
