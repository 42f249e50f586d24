import { choice, datetime, files, int, ref, text } from '../fields/shared.ts'
import type { Choice, Shape } from './field.ts'
import { stateTable } from './states.ts'

/** Audit states of every document. Frame §7. */
export const AUDIT_STATES = [
  { value: -1, label: '未提交', color: 'default' },
  { value: 0, label: '待审核', color: 'processing' },
  { value: 1, label: '审核通过', color: 'success' },
  { value: 2, label: '审核驳回', color: 'error' },
  { value: 3, label: '审核中', color: 'processing' },
] as const satisfies readonly Choice[]

export type AuditStatus = (typeof AUDIT_STATES)[number]['value']

/** What every document has besides its own fields. Catalog, notation. */
export const documentFields = {
  auditStatus: choice('审核状态', AUDIT_STATES, { readOnly: true, initial: -1, filter: true }),
  submitBy: ref('提交人', 'admin', { readOnly: true, list: false }),
  submitTime: datetime('提交时间', { readOnly: true, list: false }),
  auditBy: ref('审核人', 'admin', { readOnly: true }),
  auditTime: datetime('审核时间', { readOnly: true, list: false }),
  opinion: text('审核意见', { max: 200, readOnly: true, list: false }),
  instanceId: int('流程实例', { readOnly: true, list: false, port: false }),
  remark: text('备注', { max: 200, long: true, list: false }),
  files: files('附件', { form: true }),
} satisfies Shape

/**
 * The life cycle of a document as one table: the server guards by it, the screen draws its buttons from it.
 * `prefix` is the prefix of its calls' codes, e.g. admin:storerepo:product.
 */
export function documentStates(prefix: string, examine = `${prefix}:examine`) {
  return stateTable('auditStatus', AUDIT_STATES, {
    edit: { from: [-1, 2], label: '编辑', permission: `${prefix}:update` },
    submit: {
      from: [-1, 2],
      to: 0,
      label: '提交',
      permission: `${prefix}:submit`,
      prompt: '提交后不能修改，确定提交吗？',
    },
    withdraw: {
      from: [0, 3],
      to: -1,
      label: '撤回',
      permission: `${prefix}:withdraw`,
      prompt: '确定撤回吗？',
    },
    // 审核中: a process decides, and nobody in one step.
    pass: { from: [0], to: 1, label: '通过', permission: examine },
    reject: { from: [0], to: 2, label: '驳回', permission: examine, reason: '驳回原因', danger: true },
    remove: {
      from: [-1, 2],
      label: '删除',
      permission: `${prefix}:delete`,
      prompt: '确定删除吗？',
      danger: true,
    },
  })
}

export type DocumentStates = ReturnType<typeof documentStates>
