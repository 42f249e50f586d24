-- Everything of a root instance, as in 003. The tasks of a round are found by their token alone: an index of those that are done would
-- be read whole beside it, where the planner knows of few. What a task is told with stands here, for a function that holds a select is
-- not taken into the statement.
create or replace function "processWorld"("ofTask" integer, "ofInstance" integer, "locked" boolean) returns json
language plpgsql volatile as $$
declare
  "root" integer;
begin
  if "ofTask" is not null then
    select t."rootId" into "root" from "processTask" t where t."id" = "ofTask";
  else
    select i."rootId" into "root" from "processInstance" i where i."id" = "ofInstance";
  end if;
  if "locked" then
    perform 1 from "processInstance" i where i."id" = "root" for update;
  end if;
  if "root" is null then
    return null;
  end if;
  return json_build_object(
    'rootId', "root",
    'instances', (select coalesce(json_agg(row_to_json(x) order by x."id"), '[]') from (
      select i."id", i."rootId", i."definitionId", i."processName", i."parentId", i."parentTokenId", i."parentNode",
        i."scope", i."depth", i."number", i."title", i."starterId", i."state", i."variables", i."businessType",
        i."businessId", i."expireTime", i."overdue", i."createTime", i."endTime"
      from "processInstance" i left join "processInstance" p on p."id" = i."parentId"
      where i."rootId" = "root" and (i."state" = 'running' or p."state" = 'running' or i."id" = "root")) x),
    'tokens', (select coalesce(json_agg(row_to_json(k) order by k."id"), '[]')
      from "processToken" k where k."rootId" = "root"),
    'tasks', (select coalesce(json_agg(row_to_json(x) order by x."createTime", x."id"), '[]') from (
      select t.*, (select coalesce(json_agg(json_build_object('kind', a."kind", 'id', a."actorId")
          order by a."time", a."kind", a."actorId"), '[]')
        from "processTaskActor" a where a."taskId" = t."id" and a."kind" <> 'any') as "actors"
      from (select o.* from "processTask" o where o."rootId" = "root" and o."state" = 'open'
        union all select d.* from "processToken" k join "processTask" d on d."tokenId" = k."id" and d."round" = k."round"
        where k."rootId" = "root" and d."state" <> 'open') t) x),
    'timers', (select coalesce(json_agg(row_to_json(m) order by m."id"), '[]')
      from "processTimer" m where m."rootId" = "root"));
end $$;
