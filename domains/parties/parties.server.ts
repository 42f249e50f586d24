import './parties.tables.ts'
import { fileURLToPath } from 'node:url'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { companyServer } from './company/company.part.server.ts'
import { levelServer } from './level/level.part.server.ts'
import { partiesFacts } from './parties.shared.ts'
import { partnerServer } from './partner/partner.part.server.ts'
import { supplierServer } from './supplier/supplier.part.server.ts'

export const partiesRoom: RoomServer = {
  facts: partiesFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  ...joinServer(companyServer, partnerServer, levelServer, supplierServer),
}
