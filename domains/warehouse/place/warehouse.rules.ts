import type { FieldError } from '#kit/shared/errors.ts'

interface WarehouseValues {
  readonly type?: unknown
  readonly storeId?: unknown
  readonly supplierId?: unknown
  readonly logisticsProviderId?: unknown
  readonly lng?: unknown
  readonly lat?: unknown
}

/** Whose a warehouse is, by its type: the field that says so and what is asked for it. Warehouse §4.1. */
export const OWNER_OF = [
  { type: 2, field: 'storeId', missing: '请选择所属门店' },
  { type: 3, field: 'supplierId', missing: '请选择供应商' },
  { type: 4, field: 'logisticsProviderId', missing: '请选择物流商' },
] as const

const isNone = (value: unknown): boolean => value === undefined || value === null || value === ''

/** What is wrong between the fields of a warehouse; the same for the form and the server. Warehouse §4.1. */
export function warehouseFaults(values: WarehouseValues): FieldError[] {
  const faults: FieldError[] = []
  for (const { type, field, missing } of OWNER_OF)
    if (values.type === type && isNone(values[field])) faults.push({ field, message: missing })
  if (isNone(values.lng) !== isNone(values.lat))
    faults.push({ field: isNone(values.lng) ? 'lng' : 'lat', message: '经度和纬度须同时填写' })
  return faults
}
