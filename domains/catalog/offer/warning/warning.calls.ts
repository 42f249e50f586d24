import { datetime, int, quantity, text } from '#kit/fields/shared.ts'
import { get, listAnswer, paging, standardCalls } from '#kit/shared/call.ts'
import { prodCateWarning } from './prodCateWarning.entity.ts'

const PREFIX = '/admin/product/cateWarning'

const logRow = {
  id: int('ID', { required: true, list: false }),
  warningId: int('预警', { required: true, list: false }),
  createTime: datetime('时间', { required: true }),
  productName: text('商品', { max: 128 }),
  productCode: text('商品编码', { max: 18 }),
  value: quantity('数值', { required: true }),
  content: text('消息', { max: 1000 }),
  receivers: text('接收人', { max: 2000 }),
  readers: text('已读', { max: 2000 }),
}

/** Catalog §3.7, §8.6. */
export const warningCalls = {
  ...standardCalls(PREFIX, prodCateWarning, {
    list: {
      cateValues: text('分类', { max: 1000 }),
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
