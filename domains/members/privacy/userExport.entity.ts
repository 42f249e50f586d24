import { z } from 'zod'
import { datetime, flag, int, json, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'

/**
 * One export of consumers: what was asked for, why, by whom, who let it pass and who fetched the file. Every one leaves its
 * row; one of many full values waits for a decision first. Members §10.2, decision 0156.
 */
export const userExport = entity(
  'userExport',
  '用户导出',
  {
    exportNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 190 }),
    /** which list: 用户, 个人数据 */
    what: text('内容', { max: 30, readOnly: true, width: 100 }),
    adminId: ref('导出人', 'admin', { readOnly: true, required: true, filter: true, width: 100 }),
    filters: json('筛选条件', z.record(z.string(), z.unknown()), {
      readOnly: true,
      list: false,
      initial: {},
    }),
    columns: text('列', { max: 2000, readOnly: true, list: false }),
    isFull: flag('明文', { readOnly: true, initial: 0, filter: true, texts: ['明文', '脱敏'], width: 80 }),
    reason: text('导出原因', { max: 100, readOnly: true, search: true, width: 180 }),
    rows: int('行数', { readOnly: true, initial: 0, width: 80 }),
    ip: text('IP', { max: 45, readOnly: true, list: false }),
    taskId: ref('文件任务', 'fileTask', { readOnly: true, list: false, port: false }),
    fileHash: text('文件校验', { max: 64, readOnly: true, list: false }),
    downloads: int('下载次数', { readOnly: true, initial: 0, width: 90 }),
    fileUntil: datetime('文件有效期至', { readOnly: true, width: 150 }),
    ...documentFields,
  },
  { title: 'exportNo', order: [['id', 'desc']], grams: true },
)
