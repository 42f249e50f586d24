import type { TableOf } from '#kit/server/database.ts'
import type { store } from './store.entity.ts'
import type { storeStaff } from './storeStaff.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    store: TableOf<typeof store>
    storeStaff: TableOf<typeof storeStaff>
  }
}
