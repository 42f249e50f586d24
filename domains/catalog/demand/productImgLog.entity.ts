import { int, lines, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

const imgError = {
  file: text('文件', { max: 300 }),
  message: text('原因', { max: 200 }),
}

/** What an import of pictures did; never changed afterwards. Catalog §3.6. */
export const productImgLog = entity(
  'productImgLog',
  '图片导入日志',
  {
    fileName: text('文件', { max: 200, readOnly: true, search: true, width: 220 }),
    /** the stored archive: a run that is repeated finds what it has written */
    sourceFile: text('源文件', { max: 100, readOnly: true, list: false, port: false }),
    okCount: int('成功数', { readOnly: true, initial: 0, width: 90 }),
    failCount: int('失败数', { readOnly: true, initial: 0, width: 90 }),
    adminName: text('操作人', { max: 50, readOnly: true, search: true, width: 110 }),
    errors: lines('错误明细', imgError, { max: 1000, readOnly: true }),
  },
  { title: 'fileName', order: [['id', 'desc']], grams: true },
)
