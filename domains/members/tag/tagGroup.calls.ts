import { z } from 'zod'
import { ref } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, post } from '#kit/shared/call.ts'
import { countOf, nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { tagRelation } from './tagRelation.entity.ts'
import { userTag } from './userTag.entity.ts'
import { userTagGroup } from './userTagGroup.entity.ts'

/** Members §4.2, §4.4. */
export const tagGroupCalls = {
  ...standardCalls('/admin/tag/group', userTagGroup, {
    list: { tagNum: countOf(userTag, 'tagGroupId', '标签数') },
    without: ['status', 'exportRows'],
  }),
  sort: post('/admin/tag/group/sort', { title: '标签组排序', input: { ids: idsField('标签组') } }),
  move: post('/admin/tag/group/move', {
    title: '移动标签',
    input: { tagIds: idsField('标签'), tagGroupId: ref('标签组', 'userTagGroup', { initial: 0 }) },
  }),
  coverage: get('/admin/tag/group/coverage', {
    title: '标签覆盖率',
    input: { tagGroupId: ref('标签组', 'userTagGroup') },
    answer: answerOf(
      z.object({
        /** living users */
        users: z.number(),
        tags: z.array(
          z.object({
            id: z.number(),
            name: z.string(),
            color: z.string(),
            tagType: z.number(),
            status: z.number(),
            userNum: z.number(),
            /** hundredths of a percent */
            rate: z.number(),
          }),
        ),
      }),
    ),
  }),
  overlap: get('/admin/tag/group/overlap', {
    title: '多标签重叠',
    permission: 'admin:tag:group:coverage',
    input: { tagGroupId: idField('标签组') },
    answer: answerOf(
      z.object({
        /** counted in a part of the users */
        sampled: z.boolean(),
        /** users with so many tags of the group */
        by: z.array(z.object({ tags: z.number(), users: z.number() })),
        pairs: z.array(z.object({ a: z.string(), b: z.string(), users: z.number() })),
      }),
    ),
  }),
}

const usualRelation = standardCalls('/admin/tag/relation', tagRelation, {
  list: {
    toNames: nameOf('toIds', '关联对象', { max: 2000, between: '、', orId: true, width: 260 }),
    userNum: { ...userTag.shape.userNum, label: '影响人数', width: 90 },
    fromName: nameOf('fromTagId', '标签名称', { list: false, port: false }),
  },
  without: ['all', 'exportRows'],
})

/** Members §4.3, §4.4. */
export const tagRelationCalls = {
  ...usualRelation,
  graph: get('/admin/tag/relation/graph', {
    title: '标签关系图',
    answer: answerOf(
      z.object({
        nodes: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            kind: z.enum(['userTag', 'productTag', 'article']),
          }),
        ),
        edges: z.array(z.object({ from: z.string(), to: z.string(), kind: z.number(), weight: z.number() })),
      }),
    ),
  }),
}
