import { sql } from 'kysely'
import { declareCache } from '#kit/server/cache.ts'
import { declareErase, declareMerge, deletesRows, movesUid, staysWith } from '#kit/server/consumers.ts'
import type { Tx } from '#kit/server/database.ts'
import { declareDemo } from '#kit/server/demo.ts'
import { declareStep, declareWatch, hasRows } from '#kit/server/home.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { nameExpire, nameImport, nameMaster, nameServed, namesMerge } from '../nameList/nameList.server.ts'
import { ownConditions } from '../rule/conditions.server.ts'
import { declareRules, rulesUsing } from '../rule/uses.server.ts'
import { tagPack } from './batch.server.ts'
import { fillTags, runTags } from './demo.server.ts'
import { tagsErase, tagsMerge } from './merge.server.ts'
import { tagCalls } from './tag.calls.ts'
import { tagJobs } from './tag.jobs.server.ts'
import { tagMaster, tagServed } from './tag.server.ts'
import { groupMaster, groupServed } from './tagGroup.server.ts'
import { taggedExport } from './tagged.server.ts'
import { tagImport } from './tagImport.server.ts'
import { tagNameCache } from './tagNames.server.ts'
import { relationMaster, relationServed } from './tagRelation.server.ts'
import { FAILED, userTag } from './userTag.entity.ts'

/** Relations that speak of a tag. */
async function relationsOf(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; place: string; n: number }>`
    select t as "id", '标签关系' as "place", count(*)::int as "n" from unnest(${sql.val([...ids])}::int[]) as t
    join "tagRelation" r on r."isDel" = 0 and (r."fromTagId" = t or r."kind" in (1, 2) and r."toIds" @> array[t])
    group by t`.execute(tx)
  return rows
}

/** Tags, their rules, and lists of who may and may not. Members §4.2–§5.1. */
export const tagServer = joinServer({
  served: [...tagServed, ...groupServed, ...relationServed, ...nameServed],
  tasks: [...tagMaster.tasks, taggedExport, tagImport, tagPack, ...nameMaster.tasks, nameImport],
  jobs: [...tagJobs, nameExpire],
  registers: [
    ...tagMaster.registers,
    ...groupMaster.registers,
    ...relationMaster.registers,
    ...nameMaster.registers,
    ...ownConditions,
    declareCache(tagNameCache),
    declareRules({ table: userTag.name, column: 'conditions', place: '标签规则' }),
    declareUse(userTag.name, rulesUsing),
    declareUse(userTag.name, relationsOf),
    declareDemo('masters', fillTags),
    declareDemo('decisions', runTags),
    declareRecord({ of: userTag, read: tagCalls.info, page: '/tag/userLabel/info/{id}' }),
    declareWatch('failedTagRuns', {
      label: '计算失败的标签',
      to: `/tag/userLabel?runStatus=${FAILED}`,
      permission: tagCalls.list.permission,
      async count(db) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "userTag"
          where "isDel" = 0 and "status" = 1 and "tagType" = 2 and "runStatus" = ${FAILED}`.execute(db)
        return rows[0]?.n ?? 0
      },
    }),
    declareStep(
      'userTag',
      hasRows(userTag, {
        label: '建立用户标签和自动规则',
        hint: '标签中心 / 用户标签库',
        to: '/tag/userLabel',
        permission: tagCalls.save.permission,
      }),
    ),
    declareMerge('userTagRel', tagsMerge),
    declareErase('userTagRel', tagsErase),
    declareMerge('userTagLog', staysWith('标签轨迹')),
    declareErase('userTagLog', deletesRows('userTagLog', '标签轨迹')),
    declareMerge('userTagTouched', staysWith('待更新的标签')),
    declareErase('userTagTouched', deletesRows('userTagTouched', '待更新的标签')),
    declareMerge('nameList', namesMerge),
    declareMerge('nameHit', movesUid('nameHit', '名单命中记录')),
    declareErase('nameHit', deletesRows('nameHit', '名单命中记录')),
  ],
})
