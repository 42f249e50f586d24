import type { Demo } from '#kit/server/demo.ts'
import { categoryCalls } from './category.calls.ts'
import { shippingTemplateCalls } from './shippingTemplate.calls.ts'

/** The categories of tests/data, and what the carriage of a parcel costs. */
export async function fillSettings({ admin, sheet }: Demo): Promise<void> {
  const ids = new Map([['0', 0]])
  const rows = await sheet('product-categories.csv')
  // One row of the source stands below itself. Those above come first.
  const usable = rows.filter(({ id, pid }) => id !== pid).sort((a, b) => Number(a.pid) - Number(b.pid))
  for (const { id = '', pid = '', name = '' } of usable) {
    const parent = ids.get(pid)
    if (parent === undefined) throw new Error(`The category ${name} has none above it`)
    ids.set(id, (await admin(categoryCalls.save, { pid: parent, name: name.trim(), type: 1 })).id)
  }
  await admin(shippingTemplateCalls.save, {
    name: '全国快递',
    regions: [{ cityIds: '', first: 1, firstPrice: '8.00', renewal: 1, renewalPrice: '2.00' }],
  })
}
