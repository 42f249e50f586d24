import { z } from 'zod'
import { int, refs, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, listInput, post, rowsOf, taskAnswer } from '#kit/shared/call.ts'
import { fieldOf, nameOf, through } from '#kit/shared/join.ts'
import { product } from '../../product/product.entity.ts'
import { productDirectory } from './productDirectory.entity.ts'

const P = '/admin/store/product/directory'

const { directoryNo, isDirectory, scopeType, scopeIds, startTime, endTime } = productDirectory.shape

/** What is said of a product: whether and for whom it is in the catalogue. */
export const directoryForm = { isDirectory, directoryNo, scopeType, scopeIds, startTime, endTime }

export const directoryRow = rowsOf(productDirectory, {
  image: fieldOf('productId', product, 'image', '商品图', { port: false }),
  productName: fieldOf('productId', product, 'storeName', '商品名称'),
  productCode: fieldOf('productId', product, 'productCode', '商品编码'),
  cateValues: through('productId', product, nameOf('cateId', '商品分类')),
  scopeNames: nameOf('scopeIds', '指定对象', { max: 2000, between: '、', orId: true }),
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
    answer: listAnswer(directoryRow),
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
