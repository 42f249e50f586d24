import { datetime, flag, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { NAME } from '../model/names.ts'

/** Longest json or xml of a definition, in characters. Workflow §5.2. */
export const MOST_TEXT = 5_000_000

export const nameField = (label = '流程编码') => text(label, { max: 100, required: true, pattern: NAME })

/** A process by its name: what its versions and its draft have in common. Workflow §3.1. */
export const processHead = entity(
  'processHead',
  '流程定义',
  {
    name: text('流程编码', { max: 100, required: true, unique: true, search: true, pattern: NAME }),
    displayName: text('流程名称', { max: 100, search: true }),
    category: text('流程分类', { max: 50, filter: true }),
    /** the draft itself lies in processDraft: it would swell every log line */
    hasDraft: flag('有草稿', { readOnly: true, required: true, initial: 0 }),
    draftTime: datetime('草稿时间', { readOnly: true }),
    draftBy: ref('草稿编辑人', 'admin', { readOnly: true }),
  },
  { title: 'name', open: true },
)
