import { z } from 'zod'
import { choice, datetime, decimal, json, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const BACKUP_KINDS = [
  { value: 1, label: '数据库与文件' },
  { value: 2, label: '仅文件' },
] as const

const BACKUP_REASONS = [
  { value: 1, label: '每日' },
  { value: 2, label: '手动' },
  { value: 3, label: '升级前' },
] as const

const STATES = [
  { value: 0, label: '进行中', means: 'runs' },
  { value: 1, label: '完成', means: 'done' },
  { value: 2, label: '失败', means: 'wrong' },
] as const

const VERIFIED = [
  { value: 0, label: '未校验', means: 'off' },
  { value: 1, label: '通过', means: 'done' },
  { value: 2, label: '未通过', means: 'wrong' },
] as const

/** A backup file and how it went. Platform §14.6. */
export const backup = entity(
  'backup',
  '备份',
  {
    fileName: text('文件名', { max: 200, readOnly: true, search: true, width: 280 }),
    kind: choice('内容', BACKUP_KINDS, { initial: 1, readOnly: true, filter: true }),
    reason: choice('方式', BACKUP_REASONS, { initial: 2, readOnly: true, filter: true }),
    status: choice('状态', STATES, { initial: 0, readOnly: true, filter: true }),
    size: decimal('大小', { decimals: 0, initial: 0, readOnly: true, help: '字节' }),
    appVersion: text('程序版本', { max: 30, readOnly: true }),
    manifest: json('清单', z.record(z.string(), z.unknown()), { readOnly: true }),
    verifyTime: datetime('校验时间', { readOnly: true }),
    result: choice('校验结果', VERIFIED, { initial: 0, readOnly: true, filter: true }),
    message: text('说明', { max: 500, readOnly: true }),
  },
  { title: 'fileName' },
)
