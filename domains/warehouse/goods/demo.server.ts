import type { Demo } from '#kit/server/demo.ts'
import { wmsProductCalls } from './wmsProduct.calls.ts'

const SET = 24
const LIMITS = [60, 20, 400] as const

/** What the warehouse knows of the goods: sizes of most of them, limits and places in the main warehouse. */
export async function fillWmsProducts({ as, ago, idOf }: Demo): Promise<void> {
  const lead = as('黄志强')
  const warehouseId = await idOf('warehouse', '福州总仓')
  const pickSectionId = await idOf('section', '小件拣货区')
  const { list } = await lead(wmsProductCalls.list, { limit: SET })
  const measured = new Set<number | null>()
  for (const [n, row] of list.entries())
    await ago(200, async () => {
      // What a product says of its size is said once, by whoever keeps products.
      if (n % 5 !== 4 && !measured.has(row.productId))
        await lead(wmsProductCalls.update, {
          id: row.id,
          ...{ boxQty: 12, palletQty: 480, length: 30, width: 22, height: 18, weight: 0.6, volume: 0.0119 },
          abcClass: n % 3 === 0 ? 'A' : 'B',
        })
      measured.add(row.productId)
      const [safetyQty, minQty, maxQty] = LIMITS
      const place = { warehouseId, safetyQty, minQty, maxQty, pickSectionId, pickMin: 10, pickMax: 60 }
      await lead(wmsProductCalls.update, { id: row.id, places: [place] })
    })
}
