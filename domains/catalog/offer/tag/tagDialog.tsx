import { refs } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { tagCalls } from './tag.calls.ts'

interface Tagged {
  id: number
  isRecycle: 0 | 1
}

const chosen = entity(
  'tagChoice',
  '标签',
  { tagIds: refs('商品标签', 'productTag', { required: true, max: 100 }) },
  { title: 'tagIds' },
)

/** A batch action that asks which labels and sends them with the products. Catalog §3.1. */
function tagAct(label: string, save: typeof tagCalls.bind | typeof tagCalls.unbind): Act<readonly Tagged[]> {
  return act({
    label,
    permission: save,
    when: (rows: readonly Tagged[]) => rows.every((row) => row.isRecycle === 0),
    run: (rows: readonly Tagged[]) =>
      openForm({
        of: chosen,
        calls: { save },
        id: null,
        title: `${label}（${rows.length} 个商品）`,
        complete: (input) => ({ ...input, productIds: rows.map((row) => row.id).join(',') }),
        success: `${label}成功`,
        touches: ['/admin/store/product', '/admin/storerepo/product'],
      }),
  })
}

export const batchTag = tagAct('打标签', tagCalls.bind)
export const batchUntag = tagAct('移除标签', tagCalls.unbind)
