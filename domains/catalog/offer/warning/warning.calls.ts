import { datetime, int, quantity, text } from '#kit/fields/shared.ts'
import { get, listAnswer, paging } from '#kit/shared/call.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { product } from '../../product/product.entity.ts'
import { prodCateWarning } from './prodCateWarning.entity.ts'

const PREFIX = '/admin/product/cateWarning'

const PEOPLE = { of: 'admin', max: 2000, between: '、', orId: true }

export const logRow = {
  id: int('ID', { required: true, list: false }),
  warningId: int('预警', { required: true, list: false }),
  createTime: datetime('时间', { required: true }),
  productName: fieldOf('productId', product, 'storeName', '商品'),
  productCode: fieldOf('productId', product, 'productCode'),
  value: quantity('数值', { required: true }),
  content: text('消息', { max: 1000 }),
  receivers: nameOf('receiverIds', '接收人', PEOPLE),
  readers: nameOf('readerIds', '已读', PEOPLE),
}

/** Catalog §3.7, §8.6. */
export const warningCalls = {
  ...standardCalls(PREFIX, prodCateWarning, {
    list: {
      cateValues: nameOf('cateIds', '分类'),
      target: text('接收人/位置', { max: 1000 }),
    },
    filters: { cateId: text('商品分类', { max: 500 }) },
  }),
  log: get(`${PREFIX}/log/list`, {
    title: '预警触发记录',
    input: { warningId: int('预警', { min: 1 }), page: paging.page, limit: paging.limit },
    answer: listAnswer(logRow),
  }),
}
