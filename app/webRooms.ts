import { accessWeb } from '#domains/access/access.web.tsx'
import { accountsWeb } from '#domains/accounts/accounts.web.tsx'
import { catalogWeb } from '#domains/catalog/catalog.web.tsx'
import { filesWeb } from '#domains/files/files.web.tsx'
import { membersWeb } from '#domains/members/members.web.tsx'
import { monitorWeb } from '#domains/monitor/monitor.web.tsx'
import { partiesWeb } from '#domains/parties/parties.web.tsx'
import { sapWeb } from '#domains/sap/sap.web.tsx'
import { settingsWeb } from '#domains/settings/settings.web.tsx'
import { storesWeb } from '#domains/stores/stores.web.tsx'
import { transportWeb } from '#domains/transport/transport.web.tsx'
import { warehouseWeb } from '#domains/warehouse/warehouse.web.tsx'
import { wechatWeb } from '#domains/wechat/wechat.web.tsx'
import { workflowWeb } from '#domains/workflow/workflow.web.tsx'
import type { RoomWeb } from '#kit/web/room.ts'

/** The rooms as the browser knows them, lowest layer first. The only place on this side that names them all. */
export const webRooms: readonly RoomWeb[] = [
  settingsWeb,
  filesWeb,
  wechatWeb,
  accessWeb,
  monitorWeb,
  workflowWeb,
  sapWeb,
  accountsWeb,
  partiesWeb,
  membersWeb,
  storesWeb,
  catalogWeb,
  warehouseWeb,
  transportWeb,
]
