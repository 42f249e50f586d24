-- Goods of a few grams: specifications and packing units are weighed to the gram, as products are.
alter table "sku" alter column "weight" type numeric(18,3);
alter table "productUnit" alter column "weight" type numeric(18,3);
