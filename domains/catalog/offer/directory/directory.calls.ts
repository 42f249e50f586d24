import { z } from 'zod'
import { image, int, refs, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, listInput, post, rowsOf, taskAnswer } from '#kit/shared/call.ts'
import { productDirectory } from './productDirectory.entity.ts'

const P = '/admin/store/product/directory'

const { directoryNo, isDirectory, scopeType, scopeIds, startTime, endTime } = productDirectory.shape

/** What is said of a product: whether and for whom it is in the catalogue. */
export const directoryForm = { isDirectory, directoryNo, scopeType, scopeIds, startTime, endTime }

const rows = rowsOf(productDirectory, {
  image: image('商品图', { port: false }),
  productName: text('商品名称', { max: 128 }),
  productCode: text('商品编码', { max: 18 }),
  cateValues: text('商品分类', { max: 1000 }),
  scopeNames: text('指定对象', { max: 2000 }),
})

const filtered = listInput(productDirectory, {
  cateId: text('商品分类', { max: 500 }),
  companyId: int('单位', { min: 1 }),
})

/** Catalog §3.5, §3.8; `:id` is the product. */
export const directoryCalls = {
  list: get(`${P}/list`, {
    title: '目录商品列表',
    input: filtered,
    answer: listAnswer(rows),
    refers: ['company'],
  }),
  put: post(`${P}/:id`, { title: '设置目录商品', input: { id: idField('商品'), ...directoryForm } }),
  batch: post(`${P}/batch`, {
    title: '批量设置目录商品',
    input: { productIds: refs('商品', 'product', { required: true }), ...directoryForm },
    answer: answerOf(z.object({ changed: z.number() })),
  }),
  exportRows: post(`${P}/export`, {
    title: '导出目录商品',
    input: { ...filtered, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}

export const DIRECTORY_IMPORT = 'admin:store:product:directory:import'
