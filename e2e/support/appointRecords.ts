import { movedDay, today } from '../../kit/shared/time.ts'
import { ask, creditCode, unique } from './people.ts'

/** Goods that a receipt has brought. */
interface Receipt {
  warehouseId: number
  lines: { skuId: number; sectionId: number }[]
}

/** A supplier that has been passed. */
export async function openSupplier(): Promise<{ id: number; name: string }> {
  const name = unique('到货供应商')
  const { id } = await ask('POST', '/admin/supplier/save', {
    ...{ supplierName: name, supplierType: 2, creditCode: creditCode(), contactName: '林工' },
    ...{ contactPhone: '13800138000', districtId: 350102, address: '工业路1号', settleType: 3, submit: 1 },
  })
  await ask('POST', `/admin/supplier/examine/${id}`, { auditStatus: 1, opinion: '' })
  return { id, name }
}

interface Back {
  warehouseId: number
  supplierId: number
  line: { skuId: number; sectionId: number }
}

/** Goods that a supplier brought and that went back to them: three pieces. */
export async function goneBack({
  warehouseId,
  supplierId,
  line,
}: Back): Promise<{ id: number; outSn: string }> {
  const head = { warehouseId, supplierId, bizDate: today(), submit: 1 }
  const lines = [{ ...line, qty: 3 }]
  const { id: stockinId } = await ask('POST', '/admin/wms/stockin/save', { ...head, type: 6, lines })
  await ask('POST', `/admin/wms/stockin/examine/${stockinId}`, { auditStatus: 1 })
  const { id } = await ask('POST', '/admin/wms/stockout/save', { ...head, type: 2, stockinId, lines })
  await ask('POST', `/admin/wms/stockout/examine/${id}`, { auditStatus: 1 })
  const { stockoutSn } = await ask<{ stockoutSn: string }>('GET', `/admin/wms/stockout/info/${id}`)
  return { id, outSn: stockoutSn }
}

/** Exchanges against goods that went back to their supplier, and the pages that name them. */
async function exchangePages({ warehouseId, supplierId, line }: Back): Promise<Record<string, string>> {
  const out = await goneBack({ warehouseId, supplierId, line })
  const head = { warehouseId, supplierId, bizDate: today() }
  const bill = (submit: 0 | 1) =>
    ask('POST', '/admin/wts/exchangeInBill/save', {
      ...{ ...head, submit, exchangeType: 2, stockoutId: out.id },
      lines: [{ ...line, qty: 1, outSkuId: line.skuId, outQty: 1 }],
    })
  const [draft, waiting, posted] = [await bill(0), await bill(1), await bill(1)]
  await ask('POST', `/admin/wts/exchangeInBill/examine/${posted.id}`, { auditStatus: 1 })
  const at = '/wts/exchangeInBill'
  return {
    [`${at}/add/:id`]: `${at}/add/${draft.id}`,
    [`${at}/info/:id`]: `${at}/info/${posted.id}`,
    [`${at}/examine/:id`]: `${at}/examine/${waiting.id}`,
    [`${at}/print`]: `${at}/print?ids=${posted.id}`,
  }
}

/** The pages of appointments and of vehicles at the gate that name a record. */
export async function appointPages({
  warehouseId,
  lines: [{ skuId, sectionId } = { skuId: 0, sectionId: 0 }],
}: Receipt): Promise<Record<string, string>> {
  const line = { skuId, sectionId }
  const { id: supplierId } = await openSupplier()
  const booked = await ask('POST', '/admin/wts/purchaseAppointment/save', {
    ...{ warehouseId, supplierId, arriveDate: movedDay(today(), 1), slotStart: '09:00', boxes: 4 },
    lines: [{ skuId: line.skuId, qty: 12 }],
  })
  const register = await ask('POST', '/admin/wts/appointmentRegister/save', {
    ...{ warehouseId, supplierId, plateNo: '闽A12345', driverName: '王师傅', driverPhone: '13800138000' },
    arriveTime: Math.floor(Date.now() / 1000),
  })
  const forecast = await ask('POST', '/admin/wts/singleItemForecast/save', {
    ...{ warehouseId, supplierId, skuId: line.skuId, planQty: 24, source: 2 },
    ...{ periodStart: movedDay(today(), 1), periodEnd: movedDay(today(), 14) },
  })
  const at = {
    appoint: '/wts/purchaseAppointment',
    gate: '/wts/appointmentRegister',
    forecast: '/wts/singleItemForecast',
  }
  return {
    ...(await exchangePages({ warehouseId, supplierId, line })),
    [`${at.appoint}/add/:id`]: `${at.appoint}/add/${booked.id}`,
    [`${at.appoint}/info/:id`]: `${at.appoint}/info/${booked.id}`,
    [`${at.appoint}/print/:idList`]: `${at.appoint}/print/${booked.id}`,
    [`${at.forecast}/add/:id`]: `${at.forecast}/add/${forecast.id}`,
    [`${at.forecast}/info/:id`]: `${at.forecast}/info/${forecast.id}`,
    [`${at.gate}/add/:id`]: `${at.gate}/add/${register.id}`,
    [`${at.gate}/info/:id`]: `${at.gate}/info/${register.id}`,
    [`${at.gate}/print/:idList`]: `${at.gate}/print/${register.id}`,
  }
}
