import type { Db } from '#kit/server/database.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { refuse, refuseFields } from '#kit/shared/errors.ts'
import { settingsOf } from './form.ts'
import { logisticsForm } from './forms.ts'
import { type Freight, type FreightLine, freightOf, templateErrors } from './freight.rules.ts'
import { isReachable, readRegions, regionPath } from './region.memory.ts'
import { shippingTemplateCalls } from './shippingTemplate.calls.ts'
import { shippingTemplate } from './shippingTemplate.entity.ts'

export const shippingTemplateHandlers = standardHandlers(shippingTemplate, shippingTemplateCalls, {
  chosen: 'enabled',
  async prepare(tx, values, before) {
    const { appoint = 2, regions = [], frees = [] } = { ...before, ...values }
    const { byId } = await readRegions(tx)
    const errors = templateErrors({ appoint, regions, frees }, (id) => byId.get(id)?.name)
    if (errors.length > 0) throw refuseFields(errors)
    return values
  },
  importing: {
    key: 'name',
    lines: ['regions', 'frees'],
    examples: { name: '全国按件', type: '按件数', appoint: '自定义' },
    notes: ['配送地区写全路径，如 福建省/福州市，多个用顿号分隔；留空的一行为全国默认'],
  },
  usedText: (use) => `该运费模板已被${use.n}个${use.place}使用，不能删除`,
})

/**
 * The freight of an order's lines to a region: fee and its parts in cents; nothing when the whole order is sent free.
 * 422 该地区暂不支持配送, also where the channel does not sell; 404 for an unknown region. Doors §4, platform §8.3.
 */
export async function freight(
  db: Db,
  lines: readonly FreightLine[],
  cityId: number,
  channelId: number,
  orderAmount: number,
): Promise<Freight> {
  const path = await regionPath(db, cityId)
  if (!(await isReachable(db, channelId, cityId))) throw refuse('该地区暂不支持配送')
  const ids = [...new Set(lines.map((line) => line.tempId))]
  if (ids.length === 0) return { fee: 0, byTemplate: [] }
  // A template that was deleted since still serves the orders that name it.
  const templates = await db
    .selectFrom('shippingTemplate')
    .select(['id', 'type', 'appoint', 'regions', 'frees'])
    .where('id', 'in', ids)
    .execute()
  const found = freightOf(templates, lines, path)
  const { store_free_postage_switch, store_free_postage } = await settingsOf(db, logisticsForm)
  if (store_free_postage_switch === 0 || orderAmount < store_free_postage) return found
  return { fee: 0, byTemplate: found.byTemplate.map((one) => ({ ...one, fee: 0 })) }
}
