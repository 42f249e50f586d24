import { storeCalls } from '#domains/stores/stores.shared.ts'
import type { Demo } from '#kit/server/demo.ts'
import { configCalls } from './config.calls.ts'
import { sectionCalls } from './section.calls.ts'
import { warehouseCalls } from './warehouse.calls.ts'

// code, name, type (1 自营仓 2 门店仓 5 虚拟仓), district, address, longitude, latitude, who looks after it, area
const WAREHOUSES = [
  ['FZ-01', '福州总仓', 1, 350102, '仓山区物流园东路88号', 119.3071, 26.0297, '陈建军', 12_000],
  ['XM-01', '厦门分仓', 1, 350203, '集美区灌口工业区12号', 118.0099, 24.6121, '杨晓梅', 4200],
  ['SZ-01', '通商科技园店仓', 2, 440305, '科苑路15号后仓', 113.9446, 22.5431, '杨晓梅', 180],
  ['XN-01', '虚拟仓', 5, 350102, '五四路162号', null, null, '', null],
] as const

// warehouse, code, name, type (1 存储区 2 拣货区 7 赠品物料区), temperature, walking order, kg, m³
const SECTIONS = [
  ['福州总仓', 'B01', '小件拣货区', 2, 1, 10, 800, 6],
  ['福州总仓', 'A02', '大件存储区', 1, 1, 40, 20_000, 120],
  ['福州总仓', 'C01', '冷藏库', 1, 3, 60, 3000, 18],
  ['福州总仓', 'Z01', '赠品物料区', 7, 1, 90, null, null],
  ['厦门分仓', 'B01', '拣货区', 2, 1, 10, 600, 4],
] as const
const BINS = ['A02-01', 'A02-02', 'A02-03'] as const

/** Warehouses with those who look after them, their sections and how they work. */
export async function fillWarehouses({ admin, as, ago, idOf }: Demo): Promise<void> {
  const lead = as('黄志强')
  const leadId = await idOf('admin', '黄志强')
  const ids = new Map<string, number>()
  for (const [n, [code, name, type, districtId, address, lng, lat, keeper, area]] of WAREHOUSES.entries())
    await ago(320 - n * 30, async () => {
      const { id } = await admin(warehouseCalls.save, {
        ...{ code, name, type, districtId, address, lng, lat, area },
        ...(type === 2 ? { storeId: await idOf('store', '通商科技园店') } : {}),
        ...{ principal: keeper === '' ? '黄志强' : keeper, phone: `0591-8801${String(6600 + n)}` },
        // Whoever looks after them sees them, and nobody else's.
        staffIds: (await Promise.all(keeper === '' ? [leadId] : [leadId, await idOf('admin', keeper)])).join(
          ',',
        ),
        logisticsModes: type === 2 ? [2, 3] : [1, 2, 3, 6],
        ...(type === 1 ? { sapPlant: '1000', sapStorageLocation: `000${n + 1}` } : {}),
        sort: 10 - n,
      })
      ids.set(name, id)
    })
  for (const [place, code, name, type, tempZone, pickSort, maxWeight, maxVolume] of SECTIONS)
    await ago(300, () =>
      lead(sectionCalls.save, {
        ...{ warehouseId: ids.get(place) ?? 0, code, name, type, tempZone, pickSort, maxWeight, maxVolume },
      }),
    )
  const main = ids.get('福州总仓') ?? 0
  for (const [n, code] of BINS.entries())
    await ago(290, async () =>
      lead(sectionCalls.save, {
        warehouseId: main,
        pid: await idOf('section', '大件存储区'),
        ...{ code, name: `大件货位${n + 1}`, pickSort: 41 + n, maxWeight: 6000, maxVolume: 36 },
      }),
    )
  const { id, channelIds: _all } = await lead(configCalls.info, {
    warehouseId: ids.get('通商科技园店仓') ?? 0,
  })
  await ago(280, () =>
    lead(configCalls.update, { id, channelIds: [1201], needPick: 0, countMode: 2, priority: 200 }),
  )
}

/** A store that ships from its own warehouse. */
export async function fillStoreWarehouse({ admin, idOf }: Demo): Promise<void> {
  await admin(storeCalls.update, {
    id: await idOf('store', '通商科技园店'),
    warehouseId: await idOf('warehouse', '通商科技园店仓'),
  })
}
