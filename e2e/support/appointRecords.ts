import { movedDay, today } from '../../kit/shared/time.ts'
import { ask, creditCode, unique } from './people.ts'

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

/** The pages of appointments and of vehicles at the gate that name a record. */
export async function appointPages(warehouseId: number, skuId: number): Promise<Record<string, string>> {
  const { id: supplierId } = await openSupplier()
  const booked = await ask('POST', '/admin/wts/purchaseAppointment/save', {
    ...{ warehouseId, supplierId, arriveDate: movedDay(today(), 1), slotStart: '09:00', boxes: 4 },
    lines: [{ skuId, qty: 12 }],
  })
  const register = await ask('POST', '/admin/wts/appointmentRegister/save', {
    ...{ warehouseId, supplierId, plateNo: '闽A12345', driverName: '王师傅', driverPhone: '13800138000' },
    arriveTime: Math.floor(Date.now() / 1000),
  })
  const at = { appoint: '/wts/purchaseAppointment', gate: '/wts/appointmentRegister' }
  return {
    [`${at.appoint}/add/:id`]: `${at.appoint}/add/${booked.id}`,
    [`${at.appoint}/info/:id`]: `${at.appoint}/info/${booked.id}`,
    [`${at.appoint}/print/:idList`]: `${at.appoint}/print/${booked.id}`,
    [`${at.gate}/add/:id`]: `${at.gate}/add/${register.id}`,
    [`${at.gate}/info/:id`]: `${at.gate}/info/${register.id}`,
    [`${at.gate}/print/:idList`]: `${at.gate}/print/${register.id}`,
  }
}
