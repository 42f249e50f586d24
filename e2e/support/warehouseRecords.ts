import { ask, unique } from './people.ts'

/** A warehouse of one's own, saved by the administrator; its code and name. */
export async function openWarehouse(
  more: Record<string, unknown> = {},
): Promise<{ id: number; code: string; name: string }> {
  const code = unique('W').toUpperCase()
  const name = `仓库${code}`
  const { id } = await ask('POST', '/admin/warehouse/save', {
    ...{ code, name, districtId: 350102, address: '五四路1号', principal: '王仓', phone: '0591-87654321' },
    ...more,
  })
  return { id, code, name }
}

/** The pages of warehouses and sections that name a record. */
export async function warehousePages(): Promise<Record<string, string>> {
  const { id } = await openWarehouse()
  const zones = await ask<{ list: { id: number }[] }>('GET', `/admin/wms/section/list?warehouseId=${id}`)
  const section = zones.list[0]?.id ?? 0
  return {
    '/warehouse/addWarehouse/:id?': `/warehouse/addWarehouse/${id}`,
    '/warehouse/infoWarehouse/:id': `/warehouse/infoWarehouse/${id}`,
    '/wms/addSection/:id?': `/wms/addSection/${section}`,
    '/wms/sectionInfo/:id?': `/wms/sectionInfo/${section}`,
    '/wms/section/print': `/wms/section/print?ids=${section}`,
  }
}
