import './parties.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareDemo } from '#kit/server/demo.ts'
import { joinServer, type RoomServer } from '#kit/server/room.ts'
import { companyServer } from './company/company.part.server.ts'
import { fillCompanies, fillNewCompanies } from './demo/companies.server.ts'
import { fillCustomers } from './demo/customers.server.ts'
import { fillSupplied, fillSuppliers } from './demo/suppliers.server.ts'
import { levelServer } from './level/level.part.server.ts'
import { partiesFacts } from './parties.shared.ts'
import { partnerServer } from './partner/partner.part.server.ts'
import { supplierServer } from './supplier/supplier.part.server.ts'

const demonstration = {
  served: [],
  registers: [
    declareDemo('masters', fillSuppliers),
    declareDemo('masters', fillCompanies),
    declareDemo('masters', fillCustomers),
    declareDemo('documents', fillNewCompanies),
    declareDemo('documents', fillSupplied),
  ],
}

export const partiesRoom: RoomServer = {
  facts: partiesFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  ...joinServer(companyServer, partnerServer, levelServer, supplierServer, demonstration),
}
