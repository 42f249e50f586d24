import type { MenuNode, RoomFacts } from '#kit/shared/room.ts'

const menus: readonly MenuNode[] = []

/** Doors §2, layer 6. */
export const workflowFacts: RoomFacts = {
  name: 'workflow',
  layer: 6,
  label: '审批流程',
  entities: [],
  calls: [],
  menus,
  prefixes: ['LC'],
}
