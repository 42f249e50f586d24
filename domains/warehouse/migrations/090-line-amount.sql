-- What a line of a ship task is worth to the customer: who gets less of it pays for less. Tasks from before share theirs by pieces.
alter table "shipTaskLine" add column "amount" bigint not null default 0;
update "shipTaskLine" l set "amount" = s."upTo" - s."before"
from (
  select p."id",
    round(t."goodsAmount" * (sum(p."qty") over w) / (sum(p."qty") over (partition by p."taskId")))::bigint as "upTo",
    round(t."goodsAmount" * ((sum(p."qty") over w) - p."qty") / (sum(p."qty") over (partition by p."taskId")))::bigint as "before"
  from "shipTaskLine" p join "shipTask" t on t."id" = p."taskId"
  where p."qty" > 0
  window w as (partition by p."taskId" order by p."id")
) s
where s."id" = l."id";
