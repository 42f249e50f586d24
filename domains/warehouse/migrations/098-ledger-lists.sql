-- The ledger by warehouse and type together: two indexes put together went through all the moves of both. What it
-- includes lets it count the moves of goods alone.
create index "stockMove_warehouseType" on "stockMove" ("warehouseId", "moveType", "id" desc) include ("physical");
-- Sections in the order of their list. Of all lots, for a posting writes no index of columns that it does not change.
create index "stockLot_sectionOrder" on "stockLot" ("warehouseId", "sectionId", "id" desc);
