import { z } from 'zod'
import { int, quantity, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, listInput, post } from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { transfer } from './transfer.entity.ts'

const { id, transferSn, status, outWarehouseId, inWarehouseId, planOutDate, planInDate } = transfer.all

/** What a scan is answered: how much of its line was scanned for the step that is next. */
export const transferScanned = z.object({ lineNo: z.number(), scanQty: z.number() })

/** What a handheld is told of a transfer: the step that is next, and its lines. */
const scanned = z.object({
  id: z.number(),
  transferSn: z.string(),
  step: z.enum(['ship', 'receive']),
  /** where the step is done */
  warehouseId: z.number(),
  /** why the person cannot do it; '' when they can */
  off: z.string(),
  lines: z.array(
    z.object({
      lineNo: z.number(),
      skuId: z.number(),
      name: z.string(),
      suk: z.string(),
      sectionId: z.number().nullable(),
      lotNo: z.string(),
      expiryDate: z.string().nullable(),
      /** null where the warehouse receives blind */
      want: z.number().nullable(),
      done: z.number(),
    }),
  ),
})

const scanInput = {
  id: idField('调拨单'),
  lineNo: int('行号', { required: true, min: 1 }),
  qty: quantity('数量', { required: true }),
  scanId: text('扫码号', { max: 40 }),
  code: text('条码', { max: 200 }),
}

/** Transfers at a handheld: scanned out by those who ship, in by those who receive. Warehouse §4.7, §7. */
export const transferScanCalls = (path: string, see: { list: string; info: string }) => {
  // Whoever may ship or receive at the desk may do it by scans.
  const [ship, receive] = [permissionOf(`${path}/ship/:id`), permissionOf(`${path}/receive/:id`)]
  return {
    scanList: get(`${path}/scan/list`, {
      title: '待扫码的调拨单',
      permission: see.list,
      input: listInput(transfer),
      answer: listAnswer({
        ...{ id, transferSn, status, outWarehouseId, inWarehouseId, planOutDate, planInDate },
        outName: nameOf('outWarehouseId', '调出仓'),
        inName: nameOf('inWarehouseId', '调入仓'),
      }),
    }),
    scanInfo: get(`${path}/scan/info/:id`, {
      title: '调拨扫码明细',
      permission: see.info,
      input: { id: idField() },
      answer: answerOf(scanned),
    }),
    scanShip: post(`${path}/scan/ship`, {
      title: '调拨出库扫码',
      permission: ship,
      input: scanInput,
      answer: answerOf(transferScanned),
    }),
    scanShipDone: post(`${path}/scan/ship/finish/:id`, {
      title: '扫码出库完成',
      permission: ship,
      input: { id: idField() },
    }),
    scanReceive: post(`${path}/scan/receive`, {
      title: '调拨收货扫码',
      permission: receive,
      input: {
        ...scanInput,
        /** where it is put; without it, where the warehouse keeps these goods */
        sectionId: int('库区', { min: 1 }),
      },
      answer: answerOf(transferScanned),
    }),
    scanReceiveDone: post(`${path}/scan/receive/finish/:id`, {
      title: '扫码收货完成',
      permission: receive,
      input: { id: idField() },
    }),
  }
}
