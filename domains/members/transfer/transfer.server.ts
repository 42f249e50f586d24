import { takeImport } from '#domains/files/files.door.ts'
import { own, read, type Served } from '#kit/server/serve.ts'
import { templateOf } from '#kit/server/tasks/template.ts'
import { userImportCall, userTemplate } from './transfer.calls.ts'
import { userImport } from './userImport.server.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const transferServed: readonly Served[] = [
  read(userTemplate, async () => ({
    body: templateOf(userImport),
    fileName: '用户导入模板.xlsx',
    contentType: WORKBOOK,
  })),
  own(userImportCall, (db, who, input, request) =>
    takeImport(db, who, userImportCall, input, userImport.bizType, request),
  ),
]
