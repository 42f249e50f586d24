import { files, int, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** What somebody wrote on the time line of a record. Screens §3. */
export const recordNote = entity(
  'recordNote',
  '备注',
  {
    recordType: text('类型', { max: 40, required: true }),
    recordId: int('记录', { required: true, big: true }),
    content: text('备注', { max: 500, required: true, long: true }),
    mentions: refs('提到', 'admin', { max: 20 }),
    files: files('附件', { max: 9 }),
    authorName: text('作者', { max: 16, readOnly: true }),
  },
  { title: 'content', bigId: true },
)
