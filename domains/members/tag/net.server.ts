import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuse } from '#kit/shared/errors.ts'
import { type Rule, tagsIn } from '../rule/rule.rules.ts'
import { circleText, contradiction, type NetRelation, type TagNet } from './tag.rules.ts'
import { ONE_OF } from './userTagGroup.entity.ts'

interface Stored {
  id: number
  name: string
  sort: number
  status: 0 | 1
  tagType: number
  oneOf: number | null
  conditions: Rule | null
}

/** All tags with how they stand to each other. */
export async function readNet(db: Db): Promise<TagNet> {
  const { rows: tags } = await sql<Stored>`
    select t."id", t."name", t."sort", t."status", t."tagType", t."conditions",
      case when g."selectMode" = ${ONE_OF} then g."id" end as "oneOf"
    from "userTag" t left join "userTagGroup" g on g."id" = t."tagGroupId" and g."isDel" = 0
    where t."isDel" = 0 order by t."id"`.execute(db)
  const { rows: relations } = await sql<NetRelation>`
    select "kind", "fromTagId", "toIds" from "tagRelation"
    where "isDel" = 0 and "status" = 1 and "kind" in (1, 2) order by "id"`.execute(db)
  return {
    tags: new Map(
      tags.map(({ conditions, ...tag }) => [
        tag.id,
        { ...tag, uses: tag.tagType === 2 ? tagsIn(conditions) : [] },
      ]),
    ),
    relations,
  }
}

/** Whoever changes rules or relations waits for the other, so that two halves of a circle are not saved at once. */
export async function lockNet(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('members.tagNet'), 0)`.execute(tx)
}

/**
 * Refuses what a change has made of the net, seen from a tag: 422 标签规则存在循环引用：{A→B→A}, or a pair that is both
 * excluded and implied. Members §4.3, §14.
 */
export async function checkNet(tx: Tx, tagId: number, field: string): Promise<TagNet> {
  const net = await readNet(tx)
  const circle = circleText(net, tagId)
  if (circle !== null) throw refuse(`标签规则存在循环引用：${circle}`, field)
  const pair = contradiction(net)
  if (pair !== null) throw refuse(`标签“${pair[0]}”和“${pair[1]}”不能既互斥又包含`, field)
  return net
}
