import { choice, int, lines, text } from '#kit/fields/shared.ts'
import { get, idField, post, rowAnswer } from '#kit/shared/call.ts'
import { countOf, nameOf, ruleOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { product } from '../product/product.entity.ts'
import { brand } from './brand.entity.ts'
import { AUTH_STATES, authState } from './brand.rules.ts'
import { paramLine, productParam } from './productParam.entity.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'
import { unit } from './unit.entity.ts'

const productsBy = (column: 'unitId' | 'brandId' | 'wmsGroupId') => countOf(product, column, '商品数')
const cateValues = nameOf('cateIds', '分类')
const brandAuth = ruleOf(brand, ['authStart', 'authEnd'], choice('授权状态', AUTH_STATES), (row) =>
  authState(row.authStart, row.authEnd, formatDate(toSeconds(new Date()))),
)

/** Catalog §8.6. */
export const unitCalls = standardCalls('/admin/product/unit', unit, {
  list: { productCount: productsBy('unitId') },
})
export const brandCalls = standardCalls('/admin/product/brand', brand, {
  list: { productCount: productsBy('brandId'), cateValues, authState: brandAuth },
  filters: { authState: text('授权状态', { max: 1, pattern: /^[0-3]$/ }) },
})
export const sapWmsGroupCalls = {
  ...standardCalls('/admin/product/sapWmsGroup', sapWmsGroup, {
    list: { productCount: productsBy('wmsGroupId') },
  }),
  pushSap: post('/admin/product/sapWmsGroup/pushSap/:id', {
    title: '推送SAP仓储分组到SAP',
    input: { id: idField() },
  }),
}
export const productParamCalls = standardCalls('/admin/product/param', productParam, {
  list: {
    productCount: int('商品数', { readOnly: true, width: 80 }),
    cateValues,
    paramCount: ruleOf(productParam, ['lines'], int('参数数', { width: 80 }), (row) => row.lines.length),
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
