import type { fileTask } from '#kit/shared/fileTask.entity.ts'
import type { Made, TableOf } from '../database.ts'

/** The tables of the file tasks (kit migration 002). */
declare module '../database.ts' {
  interface Tables {
    fileTask: TableOf<typeof fileTask>
    /** rows of an import that were refused */
    fileTaskRow: {
      taskId: number
      rowNo: number
      bizKey: string
      /** 0 refused */
      status: Made<number>
      field: string
      message: string
    }
  }
}
