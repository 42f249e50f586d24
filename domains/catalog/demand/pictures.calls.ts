import { datetime, flag, int, text } from '#kit/fields/shared.ts'
import { get, idField, listAnswer, listInput, paging, post, rowsOf, taskAnswer } from '#kit/shared/call.ts'
import { ruleOf } from '#kit/shared/join.ts'
import { product } from '../product/product.entity.ts'
import { MAX_ZIP_MB } from './pictures.rules.ts'
import { productImgLog } from './productImgLog.entity.ts'

const IMG = '/admin/product/store/img'

/** Whoever may change the pictures of a product that is on sale. Catalog §8.8. */
export const ON_SHELF_PICTURES = 'admin:product:store:img:onShelf'

export const GAPS = [
  { value: 1, label: '缺封面' },
  { value: 2, label: '缺轮播' },
  { value: 3, label: '缺详情' },
  { value: 4, label: '缺规格图' },
] as const

/** The pictures a product has, and those it lacks. */
export const pictureRow = {
  id: product.all.id,
  image: product.shape.image,
  productCode: product.shape.productCode,
  storeName: text('名称', { max: 128, width: 220 }),
  hasCover: ruleOf(product, ['image'], flag('封面', { initial: 0, texts: ['有', '缺'], width: 80 }), (row) =>
    row.image === '' ? 0 : 1,
  ),
  sliderCount: ruleOf(
    product,
    ['sliderImage'],
    int('轮播数', { width: 80 }),
    (row) => row.sliderImage.length,
  ),
  detailCount: int('详情图数', { width: 90 }),
  skuGaps: int('规格图缺', { width: 90 }),
  isShow: product.shape.isShow,
  updateTime: datetime('更新时间', { required: true, sortable: true, width: 150 }),
}

const pictureInput = {
  ...paging,
  cateId: text('商品分类', { max: 2000 }),
  /** any of them */
  gap: text('缺图', { max: 20, pattern: /^[1-4](,[1-4])*$/ }),
}

/** Catalog §3.6, §3.8. */
export const pictureCalls = {
  list: get(`${IMG}/list`, {
    title: '商品图片列表',
    input: pictureInput,
    answer: listAnswer(pictureRow),
  }),
  exportRows: post(`${IMG}/export`, {
    title: '导出商品图片',
    input: { ...pictureInput, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  clear: post(`${IMG}/clear/:id`, { title: '清空商品图片', input: { id: idField() } }),
  importZip: post(`${IMG}/import`, {
    title: '批量导入商品图片',
    multipart: true,
    bodyMb: MAX_ZIP_MB + 1,
    answer: taskAnswer,
    business: 6,
  }),
  logs: get(`${IMG}/log/list`, {
    title: '图片导入日志',
    input: listInput(productImgLog),
    answer: listAnswer(rowsOf(productImgLog)),
  }),
}
