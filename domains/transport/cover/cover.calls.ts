import { flag, text } from '#kit/fields/shared.ts'
import { get, idField, idsField, listAnswer, paging, post, rowsAnswer } from '#kit/shared/call.ts'
import { fieldOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { driver } from '../fleet/driver.entity.ts'
import { stopRow } from '../trip/trip.calls.ts'
import { coverPage } from './coverPage.entity.ts'

const COVERS = '/admin/wts/coverPage'

const usual = standardCalls(COVERS, coverPage, {
  list: { driverPhone: fieldOf('driverId', driver, 'phone', '司机电话', { list: false }) },
  filters: { unprinted: flag('未打印') },
  without: ['save', 'update', 'remove', 'all'],
})

/** Front sheets. Warehouse §5.6. */
export const coverCalls = {
  ...usual,
  stops: get(`${COVERS}/stops`, {
    title: '封面站点',
    permission: usual.info.permission,
    input: { id: idField(), page: paging.page, limit: paging.limit },
    answer: listAnswer({ ...stopRow, carrier: text('承运', { max: 100, list: false }) }),
  }),
  sheets: get(`${COVERS}/sheets`, {
    title: '封面附表',
    permission: usual.info.permission,
    input: { id: idField() },
    answer: rowsAnswer({ id: idField('附表') }),
  }),
  print: post(`${COVERS}/print`, { title: '打印封面', input: { ids: idsField('封面', 50) } }),
}
