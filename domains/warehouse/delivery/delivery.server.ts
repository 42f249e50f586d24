import { lockRows, readRow, updateRow, updateRows } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { unfiltered } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { linesPage } from '../document/linesPage.server.ts'
import { countedOnce } from '../scan/scanLog.server.ts'
import { cancelDelivery, checkTask, pickUp, scanCheck } from './check.server.ts'
import { deliveryCalls as calls, loadScan } from './delivery.calls.ts'
import { loadDelivery, scanned, signDelivery, unloadDelivery } from './door.server.ts'
import {
  DELIVERY,
  DELIVERY_STATES,
  deliveryTable,
  wtsDelivery,
  wtsDeliveryLine,
} from './wtsDelivery.entity.ts'

const handlers = standardHandlers(wtsDelivery, calls, { joined: true })

const served = [
  read(calls.lines, (db, who, { deliveryId: id, ...paging }) => {
    const lines = { parent: wtsDelivery, id, of: wtsDeliveryLine, by: 'deliveryId' }
    const asked = { ...unfiltered, ...paging, keywords: '' }
    return linesPage(db, who, lines, calls.lines.answer, asked, { order: [['id', 'asc']] })
  }),
  change(calls.check, (tx, _who, input) => checkTask(tx, input)),
  change(calls.checkScan, (tx, _who, input) => scanCheck(tx, input)),
  change(calls.pickup, (tx, _who, { id, code }) => pickUp(tx, id, code)),
  change(calls.load, async (tx, who, { code, carrySn, scanId }) => {
    const { id, boxNo } = await scanned(tx, code)
    const source = { type: wtsDelivery.name, id }
    return countedOnce(tx, { scanId, job: 'load', source, code }, loadScan, async () => {
      const row = await readRow(tx, who, wtsDelivery, id)
      if (carrySn !== '' && row.carrySn !== carrySn) throw refuse('商品不在本单中', 'code')
      const { deliverySn, loadedCount, boxCount, status } = await loadDelivery(tx, id, boxNo)
      return { deliverySn, loadedCount, boxCount, isLoaded: status === DELIVERY.loaded }
    })
  }),
  change(calls.unload, async (tx, who, { id }) => {
    await readRow(tx, who, wtsDelivery, id)
    await unloadDelivery(tx, id)
  }),
  change(calls.sign, async (tx, who, { id, ...signing }) => {
    await readRow(tx, who, wtsDelivery, id)
    await signDelivery(tx, id, signing)
  }),
  change(calls.receiptBack, async (tx, _who, { ids }) => {
    const rows = await lockRows(tx, wtsDelivery, ids)
    for (const row of rows.values()) guardState(deliveryTable, 'takeReceipt', row.status)
    await updateRows(
      tx,
      wtsDelivery,
      [...rows.values()].map((before) => ({ before, values: { receiptBack: 1 as const } })),
    )
  }),
  change(calls.cancel, (tx, _who, { id }) => cancelDelivery(tx, id)),
  change(calls.print, async (tx, _who, { ids }) => {
    const rows = await lockRows(tx, wtsDelivery, ids)
    const printTime = new Date()
    for (const row of rows.values())
      await updateRow(tx, wtsDelivery, row, { printCount: row.printCount + 1, printTime }, { anyField: true })
  }),
  servedCounts(calls.counts, wtsDelivery, 'status', tabsOf(DELIVERY_STATES)),
]

export const deliveryServed = { ...handlers, served: [...handlers.served, ...served] }
