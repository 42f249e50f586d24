import { date, files, flag, html, image, int, refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Catalog §2.2. */
export const brand = entity(
  'brand',
  '品牌',
  {
    brandCode: text('品牌编码', { max: 20, unique: true, search: true, help: '留空由系统编号' }),
    brandName: text('品牌名称', { max: 50, required: true, unique: true, search: true }),
    brandEn: text('英文名', { max: 50, search: true }),
    logo: image('品牌LOGO'),
    firstLetter: text('首字母', { max: 1, readOnly: true, filter: true, width: 80 }),
    cateIds: refs('关联分类', 'category', { categoryType: 1 }),
    storyHtml: html('品牌故事'),
    ownerCompany: text('品牌方', { max: 100 }),
    authFile: files('授权书', { accept: 'document' }),
    authStart: date('授权开始'),
    authEnd: date('授权结束'),
    isShow: flag('前台显示', { initial: 1, texts: ['显示', '隐藏'] }),
    sort: int('排序', { initial: 0 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  {
    title: 'brandName',
    code: 'brandCode',
    picture: 'logo',
    open: true,
    order: [
      ['sort', 'desc'],
      ['id', 'desc'],
    ],
  },
)
