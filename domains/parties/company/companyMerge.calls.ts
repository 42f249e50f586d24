import { z } from 'zod'
import { choice, choices, int, lines, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idsField, listAnswer, paging, post, rowsAnswer } from '#kit/shared/call.ts'
import { company } from './company.entity.ts'

const ORG = '/admin/system/org'

/** Why two companies may be one and the same. Catalog §10. */
export const LIKENESSES = [
  { value: 'name', label: '名称相似' },
  { value: 'digits', label: '信用代码主体相同' },
  { value: 'phone', label: '联系电话相同' },
  { value: 'address', label: '地址相同' },
] as const
export type LikenessKind = (typeof LIKENESSES)[number]['value']

const { id, orgCode, orgName, creditCode, contactName, contactPhone, districtId, address } = company.all
const { agentId, auditStatus, status, createTime } = company.all
/** What a person compares before they merge. */
export const comparedCompany = {
  ...{ id, orgCode, orgName, creditCode, contactName, contactPhone, districtId, address, agentId },
  ...{ auditStatus, status, createTime },
}

/** Most companies that are merged into another at a time. */
const MOST_MERGED = 10

const chosen = {
  ids: idsField('被合并单位', MOST_MERGED),
  intoId: ref('保留单位', 'company', { required: true }),
}
export const mergeReason = text('合并原因', { max: 100, required: true })
const moved = z.array(z.object({ label: z.string(), n: z.number() }))

const merge = post(`${ORG}/merge`, {
  title: '合并往来单位',
  input: { ...chosen, reason: mergeReason },
  answer: answerOf(z.object({ moved })),
})

/** The report of likely doubles, and their merging. Catalog §10. */
export const mergeCalls = {
  duplicates: get(`${ORG}/duplicates/list`, {
    title: '重复单位',
    input: {
      page: paging.page,
      limit: paging.limit,
      keywords: paging.keywords,
      kind: choice('重复依据', LIKENESSES),
    },
    answer: listAnswer({
      kinds: choices('重复依据', LIKENESSES),
      count: int('单位数', { required: true }),
      companies: lines('单位', comparedCompany),
    }),
  }),
  /** the companies that are to become one, side by side */
  compare: get(`${ORG}/merge/compare`, {
    title: '合并往来单位对比',
    permission: merge.permission,
    input: { ids: idsField('单位', MOST_MERGED + 1) },
    answer: rowsAnswer(comparedCompany),
  }),
  /** what the merge would move, or why it would be refused */
  preview: get(`${ORG}/merge/preview`, {
    title: '合并往来单位预览',
    permission: merge.permission,
    input: chosen,
    answer: answerOf(z.object({ moved, refusal: z.string() })),
  }),
  merge,
}
