import { choice, datetime, files, flag, int, ref, text } from '../fields/shared.ts'
import {
  type Choice,
  encodeRow,
  type Field,
  makeField,
  type RowOf,
  type Shape,
  type WireOf,
  wrongFormat,
} from './field.ts'
import { trust } from './loose.ts'
import { stateTable } from './states.ts'

/** Audit states of every document. Frame §7. */
export const AUDIT_STATES = [
  { value: -1, label: '未提交', means: 'off' },
  { value: 0, label: '待审核', means: 'waits' },
  { value: 1, label: '审核通过', means: 'done' },
  { value: 2, label: '审核驳回', means: 'wrong' },
  { value: 3, label: '审核中', means: 'waits' },
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

/** One decision on a document, as its pages show it. */
export const decisionFields = {
  action: text('动作', { max: 20 }),
  opinion: text('意见', { max: 200 }),
  adminName: text('操作人', { max: 50 }),
  time: datetime('时间', { required: true }),
} satisfies Shape

export const DECISION_LABELS: Readonly<Record<string, string>> = {
  submit: '提交',
  withdraw: '撤回',
  pass: '通过',
  reject: '驳回',
  passOwn: '通过（自审）',
  rejectOwn: '驳回（自审）',
  terminate: '流程终止',
}

/**
 * Fields of a party that was approved once and whose important fields (`controlled`) change only by a new decision:
 * the old values stay in force, the new ones wait in `pending`. Catalog §8.1.
 */
export function changeFields<const S extends Shape>(controlled: S) {
  return {
    inForce: flag('已生效', { readOnly: true, initial: 0, list: false, port: false }),
    pending: pendingField(controlled),
  }
}

/** Values of some fields that wait for a decision; null when none do. */
function pendingField<S extends Shape>(shape: S): Field<Partial<RowOf<S>> | null, Partial<WireOf<S>> | null> {
  return makeField<Partial<RowOf<S>> | null, Partial<WireOf<S>> | null>({
    type: 'json',
    label: '待审核修改',
    facts: { readOnly: true, list: false, port: false, form: false },
    empty: null,
    initial: undefined,
    json: { type: 'object' },
    read: () => wrongFormat('待审核修改'),
    write: (values, may) => (values === null ? null : trust(encodeRow(shape, values, may))),
  })
}

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

/** The same for a party: an approved one can still be edited (changeFields). Catalog §8.1. */
export function partyStates(prefix: string) {
  const usual = documentStates(prefix)
  return stateTable('auditStatus', AUDIT_STATES, {
    ...usual.actions,
    edit: { ...usual.actions.edit, from: [-1, 1, 2] },
  })
}

export type DocumentStates = ReturnType<typeof documentStates>
