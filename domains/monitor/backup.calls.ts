import { z } from 'zod'
import { binary } from '#kit/shared/binary.ts'
import { answerOf, get, idAnswer, idField, listAnswer, listInput, post } from '#kit/shared/call.ts'
import { backup } from './backup.entity.ts'

const PREFIX = '/admin/system/backup'

/** Platform §14.6. */
export const backupCalls = {
  list: get(`${PREFIX}/list`, {
    title: '备份列表',
    input: listInput(backup),
    answer: listAnswer(backup.all),
  }),
  place: get(`${PREFIX}/place`, {
    title: '备份范围',
    permission: 'admin:system:backup:list',
    // What the product saves itself; the rest is saved by what keeps it.
    answer: answerOf(z.object({ database: z.boolean(), files: z.boolean() })),
  }),
  create: post(`${PREFIX}/create`, { title: '立即备份', answer: idAnswer, business: 1 }),
  verify: post(`${PREFIX}/verify/:id`, { title: '校验备份', input: { id: idField() }, business: 0 }),
  /** A change, for whoever takes all data home is to stand in the operation log. */
  download: get(`${PREFIX}/download/:id`, {
    title: '下载备份',
    change: true,
    business: 5,
    input: { id: idField() },
    answer: binary,
  }),
}
