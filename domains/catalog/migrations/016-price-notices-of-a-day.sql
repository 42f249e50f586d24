-- How many were made on each day is counted in the index alone.
create index "priceNotice_createTime" on "priceNotice" ("createTime", "id") where "isDel" = 0;
