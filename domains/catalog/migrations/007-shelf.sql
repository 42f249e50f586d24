-- What lists around the shelf are filtered by, so that no page reads a whole table.

create index "productChannel_status" on "productChannel" ("platformStatus", "sort" desc, "id" desc) where "isDel" = 0;
create index "productChannel_channelStatus" on "productChannel"
  ("channelId", "platformStatus", "sort" desc, "id" desc) where "isDel" = 0;

create index "showApply_exec" on "showApply" ("execStatus", "id" desc) where "isDel" = 0;
create index "showApply_time" on "showApply" ("createTime", "id") where "isDel" = 0;
create index "productEdit_exec" on "productEdit" ("execStatus", "id" desc) where "isDel" = 0;
create index "productEdit_time" on "productEdit" ("createTime", "id") where "isDel" = 0;

-- Members of a pool are found by their products without reading their long settings.
create index "productVip_product" on "productVip" ("productId", "onShelf", "auditStatus", "id") where "isDel" = 0;
create index "productIntegral_product" on "productIntegral" ("productId", "onShelf", "auditStatus", "id")
  where "isDel" = 0;

create index "productPlan_status" on "productPlan" ("status", "dueTime" desc, "id" desc);

create index "shelfLog_channel" on "shelfLog" ("channelId", "id" desc);
create index "shelfLog_action" on "shelfLog" ("action", "id" desc);
create index "shelfLog_source" on "shelfLog" ("source", "id" desc);
