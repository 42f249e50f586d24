-- 价格通知单 of a sales channel, for the filter of its list
create index "priceNotice_scope" on "priceNotice" using gin ("scopeIds") where "isDel" = 0 and "scopeType" = 1;
