import { choice, int, lines, text } from '#kit/fields/shared.ts'
import { get, idField, post, rowAnswer, standardCalls } from '#kit/shared/call.ts'
import { brand } from './brand.entity.ts'
import { AUTH_STATES } from './brand.rules.ts'
import { paramLine, productParam } from './productParam.entity.ts'
import { sapWmsGroup } from './sapWmsGroup.entity.ts'
import { unit } from './unit.entity.ts'

const productCount = int('商品数', { readOnly: true, width: 80 })
const cateValues = text('分类', { max: 1000 })

/** Catalog §8.6. */
export const unitCalls = standardCalls('/admin/product/unit', unit, { list: { productCount } })
export const brandCalls = standardCalls('/admin/product/brand', brand, {
  list: { productCount, cateValues, authState: choice('授权状态', AUTH_STATES) },
  filters: { authState: text('授权状态', { max: 1, pattern: /^[0-3]$/ }) },
})
export const sapWmsGroupCalls = {
  ...standardCalls('/admin/product/sapWmsGroup', sapWmsGroup, { list: { productCount } }),
  pushSap: post('/admin/product/sapWmsGroup/pushSap/:id', {
    title: '推送SAP仓储分组到SAP',
    input: { id: idField() },
  }),
}
export const productParamCalls = standardCalls('/admin/product/param', productParam, {
  list: { productCount, cateValues, paramCount: int('参数数', { width: 80 }) },
})

/** What products of a category are described by: the template of it or of its nearest ancestor; no lines without one. */
export const paramTemplateCall = get('/admin/product/param/template', {
  title: '分类的参数模板',
  permission: 'login',
  picks: 'productParam',
  input: { cateId: idField('商品分类') },
  answer: rowAnswer({ lines: lines('参数明细', paramLine) }),
})
