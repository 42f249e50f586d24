import { choices, refs } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Field } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { toastWarning } from '#kit/web/toast.ts'
import { tagCalls } from './tag.calls.ts'

interface Tagged {
  id: number
  isRecycle: 0 | 1
}

const LABEL = '商品标签'
const chosen = entity(
  'tagChoice',
  '标签',
  { tagIds: refs(LABEL, 'productTag', { required: true, max: 100 }) },
  { title: 'tagIds' },
)

const idsOf = (rows: readonly Tagged[]): string => rows.map((row) => row.id).join(',')

/** Asks which labels, out of a field that offers some, and sends them with the products. */
function askTags(
  label: string,
  save: typeof tagCalls.bind | typeof tagCalls.unbind,
  rows: readonly Tagged[],
  tagIds: Field,
) {
  return openForm({
    of: chosen,
    shape: { tagIds },
    calls: { save },
    id: null,
    title: `${label}（${rows.length} 个商品）`,
    complete: (input) => ({ ...input, productIds: idsOf(rows) }),
    success: `${label}成功`,
    touches: ['/admin/store/product', '/admin/storerepo/product'],
  })
}

/** Only the labels that the products carry can be taken off them. */
async function untag(label: string, rows: readonly Tagged[]): Promise<void> {
  const carried = await request(tagCalls.carried, { productIds: idsOf(rows) })
  if (carried.length === 0) return toastWarning('所选商品没有标签')
  const offered = carried.map(({ id, tagName, productCount }) => ({
    value: id,
    label: rows.length === 1 ? tagName : `${tagName}（${productCount} 个商品）`,
  }))
  await askTags(label, tagCalls.unbind, rows, choices(LABEL, offered, { required: true }))
}

const isLive = (rows: readonly Tagged[]): boolean => rows.every((row) => row.isRecycle === 0)

/** 打标签 and 移除标签 of the product list. Catalog §3.1. */
export const batchTag: Act<readonly Tagged[]> = act({
  label: '打标签',
  permission: tagCalls.bind,
  when: isLive,
  run: (rows: readonly Tagged[]) => askTags('打标签', tagCalls.bind, rows, chosen.shape.tagIds),
})

export const batchUntag: Act<readonly Tagged[]> = act({
  label: '移除标签',
  permission: tagCalls.unbind,
  when: isLive,
  run: (rows: readonly Tagged[]) => untag('移除标签', rows),
})
