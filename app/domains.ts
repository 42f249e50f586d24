import { accessRoom } from '#domains/access/access.server.ts'
import { accountsRoom } from '#domains/accounts/accounts.server.ts'
import { catalogRoom } from '#domains/catalog/catalog.server.ts'
import { deskRoom } from '#domains/desk/desk.server.ts'
import { filesRoom } from '#domains/files/files.server.ts'
import { membersRoom } from '#domains/members/members.server.ts'
import { monitorRoom } from '#domains/monitor/monitor.server.ts'
import { partiesRoom } from '#domains/parties/parties.server.ts'
import { sapRoom } from '#domains/sap/sap.server.ts'
import { settingsRoom } from '#domains/settings/settings.server.ts'
import { storesRoom } from '#domains/stores/stores.server.ts'
import { transportRoom } from '#domains/transport/transport.server.ts'
import { warehouseRoom } from '#domains/warehouse/warehouse.server.ts'
import { wechatRoom } from '#domains/wechat/wechat.server.ts'
import { workflowRoom } from '#domains/workflow/workflow.server.ts'
import type { RoomServer } from '#kit/server/room.ts'

/** The rooms of the house, lowest layer first. The only place that names them all. */
export const rooms: readonly RoomServer[] = [
  settingsRoom,
  filesRoom,
  wechatRoom,
  accessRoom,
  monitorRoom,
  workflowRoom,
  sapRoom,
  accountsRoom,
  partiesRoom,
  membersRoom,
  storesRoom,
  catalogRoom,
  warehouseRoom,
  transportRoom,
  deskRoom,
]
