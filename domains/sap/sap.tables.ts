import type { TableOf } from '#kit/server/database.ts'
import type { sapOutbox } from './sapOutbox.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    sapOutbox: TableOf<typeof sapOutbox>
  }
}
