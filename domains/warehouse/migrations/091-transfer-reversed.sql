-- A transfer whose postings were all turned round.
alter table "transfer" add column "reversed" smallint not null default 0;
