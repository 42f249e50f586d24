import { z } from 'zod'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { choice, datetime, int, json, quantity, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, paging, post } from '#kit/shared/call.ts'
import { nameOf, ruleOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { productQuota } from './productQuota.entity.ts'
import { QUOTA_STATES, type QuotaState, quotaState } from './quota.rules.ts'

export const useRow = {
  id: int('ID', { required: true, list: false }),
  createTime: datetime('时间', { required: true }),
  orderSn: text('订单号', { max: 50 }),
  channelId: int('渠道', { required: true }),
  productName: text('商品', { max: 128 }),
  suk: text('规格', { max: 255 }),
  buyer: nameOf('buyerId', '购买人', {
    of: { field: 'buyerKind', entities: { 1: 'user', 2: 'shouda' } },
    orId: true,
  }),
  qty: quantity('数量', { required: true }),
  given: quantity('已退回', { required: true }),
}

const line = z.strictObject({ skuId: z.int().min(1), qty: z.number().min(0).max(1e9) })

/** Catalog §3.5, §8.6. */
export const quotaCalls = {
  ...standardCalls('/admin/product/quota', productQuota, {
    list: {
      productCount: int('商品数', { width: 80 }),
      scopeNames: nameOf('scopeIds', '指定对象', { max: 2000, between: '、', orId: true }),
      used: quantity('已用', { width: 90 }),
      state: ruleOf(
        productQuota,
        ['status', 'startTime', 'endTime'],
        choice('状态', QUOTA_STATES),
        (row): QuotaState => quotaState(row, new Date()),
      ),
    },
    filters: {
      state: text('状态', { max: 10, pattern: /^(coming|active|over|off)$/ }),
      productId: ref('商品', 'product'),
    },
  }),
  uses: get('/admin/product/quota/use/list', {
    title: '限额使用明细',
    input: { id: idField('商品限额'), page: paging.page, limit: paging.limit },
    answer: listAnswer(useRow),
  }),
}

/** What a buyer may still order of each sku, in a channel now. Catalog §3.8. */
export const quotaCheckCall = post('/admin/store/product/quota/check', {
  title: '限购检查',
  change: false,
  input: {
    uid: int('用户', { min: 1 }),
    shoudaId: int('售达方', { min: 1 }),
    payerId: int('付款方', { min: 1 }),
    channelId: choice('渠道', CHANNELS, { required: true }),
    lines: json('明细', z.array(line).min(1).max(500)),
  },
  answer: answerOf(
    z.array(
      z.object({
        skuId: z.number(),
        /** null: without limit */
        left: z.number().nullable(),
        /** why the asked quantity cannot be ordered; '' when it can */
        reason: z.string(),
      }),
    ),
  ),
})

export const QUOTA_IMPORT = 'admin:product:quota:import'
