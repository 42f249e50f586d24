import { AUDIT_STATES, documentStates } from '#kit/shared/document.ts'
import type { Choice } from '#kit/shared/field.ts'
import { stateTable } from '#kit/shared/states.ts'

const PREFIX = 'admin:storerepo:product'
const usual = documentStates(PREFIX, 'admin:product:examine:save')

/**
 * The sale audit of a product: a document, except that an approved product can still be edited (its controlled
 * fields send it back to 待审核) and be put into the recycle bin. Catalog §3.3.
 */
export const productStates = stateTable('auditStatus', AUDIT_STATES, {
  ...usual.actions,
  edit: { from: [-1, 1, 2], label: '编辑', permission: 'admin:store:product:update' },
  remove: {
    from: [-1, 0, 1, 2],
    label: '加入回收站',
    permission: 'admin:store:product:delete',
    prompt: '确定将该商品加入回收站吗？',
    danger: true,
  },
})

/** An approved product whose controlled fields changed is handed in again. */
export const reauditStates = stateTable('auditStatus', AUDIT_STATES, {
  ...usual.actions,
  submit: { ...usual.actions.submit, from: [1] },
})

export const REPO_STATES = [
  { value: 0, label: '草稿', means: 'off' },
  { value: 1, label: '启用', means: 'done' },
  { value: 2, label: '停用', means: 'off' },
] as const satisfies readonly Choice[]

/** The state of the master record; approval enables a draft. Catalog §2.3. */
export const repoStates = stateTable('repoStatus', REPO_STATES, {
  enable: { from: [2], to: 1, label: '启用', permission: `${PREFIX}:update:status` },
  disable: {
    from: [1],
    to: 2,
    label: '停用',
    permission: `${PREFIX}:update:status`,
    prompt: '停用后不能上架和采购，确定停用吗？',
    danger: true,
  },
})
