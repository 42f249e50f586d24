import { flag, ref, refs, text } from '#kit/fields/shared.ts'
import type { Shape } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { eachRow } from '#kit/web/batch.ts'
import type { InputSettings } from '#kit/web/form/FormBody.tsx'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { storeCalls } from '../product/product.calls.ts'
import { canEdit, nameOf, noEdit, type ProductTarget } from '../product/productActs.tsx'
import { TOUCHED } from '../product/touched.ts'
import { copyCalls } from './copy.calls.ts'

type Many = readonly ProductTarget[]

// Loaded with their first use.
const CategoriesInput = lazyInput(async () => ({
  default: (await import('../CategoryInput.tsx')).CategoriesInput,
}))
const askFields = async (...asked: Parameters<typeof import('./FieldsDialog.tsx').askFields>) =>
  (await import('./FieldsDialog.tsx')).askFields(...asked)

const joinable = (row: ProductTarget): boolean => row.isRecycle === 0 && row.auditStatus === 1

function join(label: string, kind: 'pay' | 'integral', permission: string): Act<Many> {
  return act({
    label,
    permission,
    off: (rows) => (rows.some(joinable) ? null : '选中的商品都未审核通过'),
    run: async (rows) => (await import('./joinPool.ts')).joinPool(kind, rows.filter(joinable)),
  })
}

/** Sets some fields of chosen products; each is changed or refused for itself. Catalog §3.1. */
function setFields(label: string, shape: Shape, inputs: InputSettings = {}): Act<Many> {
  return act({
    label,
    permission: storeCalls.update,
    off: (rows) => (rows.some(canEdit) ? null : '选中的商品都不能编辑'),
    async run(rows) {
      const fit = rows.filter(canEdit)
      const values = await askFields({ title: `${label}（${fit.length}个商品）`, shape, inputs })
      if (values === null) return
      await eachRow({
        rows: fit,
        label,
        nameOf,
        work: ({ id }) => request(storeCalls.update, { ...values, id }, { quiet: true }),
        others: rows.flatMap((row) => {
          const reason = noEdit(row)
          return reason === null ? [] : [{ name: nameOf(row), reason }]
        }),
      })
      await invalidate(...TOUCHED)
    },
  })
}

/** Batch actions of the product list around shelves and pools. Catalog §3.1. */
export const STORE_BATCH: readonly Act<Many>[] = [
  setFields(
    '移动分类',
    { cateId: refs('商品分类', 'category', { required: true, categoryType: 1, max: 5 }) },
    { cateId: { Input: CategoriesInput, help: '可选1到5个末级分类，第一个为主分类' } },
  ),
  setFields('设置运费模板', { tempId: ref('运费模板', 'shippingTemplate', { required: true }) }),
  setFields('设置推荐', {
    isBest: flag('精品推荐', { initial: 0 }),
    isHot: flag('热门榜单', { initial: 0 }),
    isNew: flag('首发新品', { initial: 0 }),
    isBenefit: flag('促销单品', { initial: 0 }),
    isGood: flag('优品推荐', { initial: 0 }),
  }),
  join('加入付费商品', 'pay', 'admin:store:product:putPaidProduct'),
  join('加入积分商品', 'integral', 'admin:store:product:putisIntegralProduct'),
]

/** 商品采集: a product by its address, through the paid service. Catalog §3.1, §3.8. */
export const collectAct: Act<void> = act({
  label: '商品采集',
  permission: copyCalls.copyProduct,
  async run() {
    const { copyNum } = await request(copyCalls.copyConfig, {})
    const values = await askFields({
      title: `商品采集（剩余${copyNum}次）`,
      shape: { url: text('商品链接', { max: 2000, required: true, long: true }) },
    })
    if (values === null) return
    await request(copyCalls.copyProduct, { url: String(values.url) })
    goTo('/store/creatStore')
  },
})

/** 复制: the form of a new product begins with this one. Catalog §3.8. */
export const copyAct: Act<ProductTarget> = act({
  label: '复制',
  permission: copyCalls.copyProduct,
  when: (row) => row.isRecycle === 0,
  run: ({ id }) => goTo(`/store/creatStore?copy=${id}`),
})
