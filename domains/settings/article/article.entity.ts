import { datetime, flag, html, image, int, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Type of the categories articles are filed under. Doors §7.1. */
export const ARTICLE_CATEGORY = 3

/** Platform §9.1. */
export const article = entity(
  'article',
  '文章',
  {
    cid: ref('文章分类', 'category', { required: true, categoryType: ARTICLE_CATEGORY, width: 120 }),
    title: text('标题', { max: 200, required: true, search: true, width: 220 }),
    author: text('作者', { max: 50, required: true, search: true, width: 100 }),
    imageInput: image('图文封面', { required: true, width: 80 }),
    synopsis: text('文章简介', { max: 200, required: true, search: true, list: false }),
    /** without one of its own it is the title, and below the synopsis */
    shareTitle: text('分享标题', { max: 200, list: false, help: '不填时与标题相同' }),
    shareSynopsis: text('分享简介', { max: 200, list: false, help: '不填时与文章简介相同' }),
    content: html('文章内容', { required: true }),
    url: text('原文链接', { max: 500, list: false, pattern: /^https?:\/\/\S+$/ }),
    sort: int('排序', { initial: 0, help: '数字大的在前' }),
    isBanner: flag('轮播', { initial: 0 }),
    isHot: flag('热门', { initial: 0 }),
    status: flag('状态', { initial: 1, texts: ['显示', '隐藏'], filter: true }),
    publishTime: datetime('发布时间', { list: false }),
    visit: int('浏览量', { initial: 0, readOnly: true }),
    mediaId: text('素材编号', { max: 100, readOnly: true, list: false, port: false }),
    productId: ref('关联商品', 'product', { readOnly: true, list: false }),
  },
  {
    title: 'title',
    picture: 'imageInput',
    order: [['sort', 'desc']],
  },
)
