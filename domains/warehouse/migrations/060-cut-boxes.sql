-- A box that was given up at the night count: its label is refused from then on.
alter table "deliveryBox" add column "cut" smallint not null default 0;
