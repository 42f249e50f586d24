import { act } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { SECTION_FORM, SECTION_LABELS } from './placeAddresses.ts'
import { sectionCalls } from './section.calls.ts'

interface Zone {
  readonly id: number
  readonly warehouseId: number
  readonly pid: number
}

export const labelAct = act<{ readonly id: number }>({
  label: '打印标签',
  permission: sectionCalls.labels,
  run: ({ id }) => goTo(`${SECTION_LABELS}?ids=${id}`),
})

export const binAct = act<Zone>({
  label: '新增库位',
  permission: sectionCalls.save,
  when: ({ pid }) => pid === 0,
  run: ({ id, warehouseId }) => goTo(`${SECTION_FORM}?warehouseId=${warehouseId}&pid=${id}`),
})
