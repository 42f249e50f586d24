import { choice, int, lines, text } from '#kit/fields/shared.ts'
import { get, idField, post, rowAnswer } from '#kit/shared/call.ts'
import { declareMaster } from '#kit/shared/declareMaster.ts'
import { countOf, nameOf, ruleOf } from '#kit/shared/join.ts'
import { today } from '#kit/shared/time.ts'
import { product } from '../product/product.entity.ts'
import { brand } from './brand.entity.ts'
import { AUTH_STATES, authState } from './brand.rules.ts'
import { paramLine, productParam } from './productParam.entity.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'

const productsBy = (column: 'brandId' | 'wmsGroupId') => countOf(product, column, '商品数')
const cateValues = nameOf('cateIds', '分类')
const brandAuth = ruleOf(brand, ['authStart', 'authEnd'], choice('授权状态', AUTH_STATES), (row) =>
  authState(row.authStart, row.authEnd, today()),
)

/** Catalog §8.6. */
export const brandMaster = declareMaster(brand, {
  path: '/admin/product/brand',
  menu: 'storerepo.brand',
  list: { productCount: productsBy('brandId'), cateValues, authState: brandAuth },
  filters: { authState: text('授权状态', { max: 1, pattern: /^[0-3]$/ }) },
  importing: {
    key: 'brandCode',
    examples: { brandName: '示例品牌', ownerCompany: '福州示例贸易有限公司' },
    notes: ['LOGO、授权书和品牌故事在页面补充', '关联分类写全路径，如 服饰/女装，多个用顿号分隔'],
  },
})
const GROUP = '/admin/product/sapWmsGroup'
export const sapWmsGroupMaster = declareMaster(sapWmsGroup, {
  path: GROUP,
  menu: 'storerepo.sapWmsGroup',
  list: { productCount: productsBy('wmsGroupId') },
  calls: {
    pushSap: post(`${GROUP}/pushSap/:id`, { title: '推送SAP仓储分组到SAP', input: { id: idField() } }),
  },
  importing: {
    key: 'groupCode',
    examples: { groupCode: 'CW01', groupName: '常温食品', tempZone: '常温' },
  },
})
export const productParamMaster = declareMaster(productParam, {
  path: '/admin/product/param',
  menu: 'store.productParam',
  list: {
    productCount: int('商品数', { readOnly: true, width: 80 }),
    cateValues,
    paramCount: ruleOf(productParam, ['lines'], int('参数数', { width: 80 }), (row) => row.lines.length),
  },
  importing: {
    key: 'paramName',
    lines: ['lines'],
    examples: { paramName: '酒水参数', cateIds: '酒水/白酒' },
    notes: ['适用分类写全路径，如 服饰/女装，多个用顿号分隔；可选值用逗号分隔'],
  },
})

/** What products of a category are described by: the template of it or of its nearest ancestor; no lines without one. */
export const paramTemplateCall = get('/admin/product/param/template', {
  title: '分类的参数模板',
  permission: 'login',
  picks: 'productParam',
  input: { cateId: idField('商品分类') },
  answer: rowAnswer({ lines: lines('参数明细', paramLine) }),
})
