-- A template that is no longer given to products still serves those that have it.
alter table "shippingTemplate" add "status" smallint not null default 1;
