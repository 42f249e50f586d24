alter table "vehicleAssignment" add column "routeId" integer;
create index "vehicleAssignment_route" on "vehicleAssignment" ("routeId", "id" desc) where "isDel" = 0;
