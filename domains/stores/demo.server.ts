import { drawPicture } from '#domains/files/files.door.ts'
import type { Demo } from '#kit/server/demo.ts'
import { staffCalls, storeCalls } from './stores.calls.ts'

// name, type (1 直营 2 加盟 3 自提点), region, street, latitude, longitude, hours, who runs it
const STORES = [
  ['通商五四路店', 1, '福建省,福州市,鼓楼区', '五四路162号', 26.0897, 119.3071, '09:00,21:30', '孙浩'],
  ['通商东街口店', 1, '福建省,福州市,鼓楼区', '东街8号', 26.0851, 119.3002, '09:30,22:00', '孙浩'],
  ['通商中山路店', 1, '福建省,厦门市,思明区', '中山路76号', 24.4561, 118.0799, '10:00,22:00', '钱芳'],
  ['通商科技园店', 1, '广东省,深圳市,南山区', '科苑路15号', 22.5431, 113.9446, '08:30,20:30', '钱芳'],
  ['通商环岛路自提点', 3, '福建省,厦门市,思明区', '环岛东路66号', 24.439, 118.1501, '10:00,18:00', ''],
] as const

/** Stores with those who run them. */
export async function fillStores({ admin, ago, idOf, db }: Demo): Promise<void> {
  for (const [
    n,
    [name, storeType, address, detailedAddress, latitude, longitude, dayTime, manager],
  ] of STORES.entries())
    await ago(300 - n * 55, async () => {
      const image = await drawPicture(db, { name, shape: 'store', hue: 20 + n * 60 })
      const { id } = await admin(storeCalls.save, {
        name,
        storeType,
        image,
        introduction: '到店自提、售后咨询、会员服务',
        phone: `0591-8765${String(4300 + n)}`,
        address,
        detailedAddress,
        latitude,
        longitude,
        dayTime,
        channelIds: [1201],
      })
      if (manager === '') return
      const uid = await idOf('admin', manager)
      await admin(staffCalls.save, { uid, storeId: id, staffName: manager, roleType: 1, verifyStatus: 1 })
    })
}
