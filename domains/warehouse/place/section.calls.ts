import { fixed, flag, int, quantity, text } from '#kit/fields/shared.ts'
import { get, idField, idsField, paging, rowsAnswer, someIds } from '#kit/shared/call.ts'
import { optionsAnswer, standardCalls } from '#kit/shared/standardCalls.ts'
import { section } from './section.entity.ts'

const SECTION = '/admin/wms/section'

const skuCount = int('SKU数', { initial: 0, width: 75 })
const onHand = quantity('现存量', { initial: 0, width: 90 })

/** What is printed on the label of a section. */
const labelShape = {
  id: idField(),
  code: section.shape.code,
  name: section.shape.name,
  barCode: section.shape.barCode,
  warehouseName: text('仓库', { max: 50 }),
}

const { id, pid, level, code, name, type, sellable, tempZone, status, countSn, maxWeight, maxVolume } =
  section.all

/** Warehouse §4.2. */
export const sectionCalls = {
  ...standardCalls(SECTION, section, {
    filters: { pid: text('上级库区', { max: 12, pattern: /^\d+$/ }) },
    list: { skuCount, onHand, filled: fixed('占用率(%)', { width: 95 }) },
  }),
  /** sections where goods may stand: the bins of a zone in its place; or the zones alone, of one warehouse if it is given */
  all: get(`${SECTION}/all`, {
    title: '库区选项',
    permission: 'login',
    picks: section.name,
    input: {
      keywords: paging.keywords,
      ids: someIds(),
      offered: flag('仅可选', { initial: 0 }),
      limit: paging.limit,
      warehouseId: int('仓库'),
      zones: flag('仅库区', { initial: 0 }),
    },
    answer: optionsAnswer,
  }),
  /** all sections of a warehouse, zones and the bins below them (pid), in the order of picking */
  tree: get(`${SECTION}/tree`, {
    title: '库区树',
    permission: 'admin:wms:section:list',
    input: { warehouseId: idField('仓库') },
    answer: rowsAnswer({
      ...{ id, pid, level, code, name, type, sellable, tempZone, status, countSn, maxWeight, maxVolume },
      ...{ skuCount, onHand },
    }),
  }),
  labels: get(`${SECTION}/print`, {
    title: '库区标签',
    input: { ids: idsField('库区', 500) },
    answer: rowsAnswer(labelShape),
  }),
}
