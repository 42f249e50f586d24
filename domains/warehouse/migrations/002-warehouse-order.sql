-- The list of warehouses is read in its order.
create index "warehouse_list" on "warehouse" ("sort" desc, "id" desc) where "isDel" = 0;
create index "warehouse_staff" on "warehouse" using gin ("staffIds") where "isDel" = 0;
