import type { WireRow } from '#kit/web/fieldUi.ts'

/** A place of goods, as a list of stock shows it. */
interface Place {
  readonly warehouseId: number
  readonly skuId: number
  readonly storeName: string
  readonly sectionId: number
  readonly lotNo: string
  readonly lotFree: number
}

const DIVIDER = '|'

/** The address of a new document that begins with these places of one warehouse, each with what is free there. Warehouse §4.4. */
export function startingWith(form: string, places: readonly Place[]): string {
  const address = new URLSearchParams({ warehouseId: String(places[0]?.warehouseId ?? 0) })
  for (const { skuId, sectionId, lotFree, lotNo, storeName } of places)
    address.append('goods', [skuId, sectionId, lotFree, lotNo, storeName].join(DIVIDER))
  return `${form}?${address}`
}

/** The same address as the first values of the form; blank where it names no warehouse. */
export function startOf(address: URLSearchParams): WireRow {
  const warehouseId = Number(address.get('warehouseId') ?? 0)
  if (!(warehouseId > 0)) return {}
  const lines = address.getAll('goods').map((one) => {
    const [skuId, sectionId, qty, lotNo = '', ...name] = one.split(DIVIDER)
    return {
      ...{ skuId: Number(skuId), sectionId: Number(sectionId), qty: Number(qty), lotNo },
      productName: name.join(DIVIDER),
    }
  })
  return { warehouseId, ...(lines.length > 0 ? { lines } : {}) }
}
