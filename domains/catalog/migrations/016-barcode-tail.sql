-- The search finds a product by the last digits of any of its barcodes.
create index "productBarcode_tail" on "productBarcode" (reverse("barCode") text_pattern_ops);
