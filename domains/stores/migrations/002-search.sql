-- Lists and the search of everything find stores by an index.
alter table "store" add column "searchGrams" text[] generated always as
  ("gramsOf"("storeCode", "name", "phone", "address", "detailedAddress")) stored;
create index "store_grams" on "store" using gin ("searchGrams") with (fastupdate = off);
