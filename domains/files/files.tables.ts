import type { TableOf } from '#kit/server/database.ts'
import type { attachment } from './attachment.entity.ts'

declare module '#kit/server/database.ts' {
  interface Tables {
    attachment: TableOf<typeof attachment>
  }
}
