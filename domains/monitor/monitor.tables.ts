import type { TableOf } from '#kit/server/database.ts'
import type { backup } from './backup.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    backup: TableOf<typeof backup>
  }
}
