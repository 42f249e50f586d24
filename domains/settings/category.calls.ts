import { choice, flag, int, text } from '#kit/fields/shared.ts'
import {
  type Answer,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  someIds,
} from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { encodeRow, type WireOf } from '#kit/shared/field.ts'
import { optionsAnswer } from '#kit/shared/standardCalls.ts'
import { CATEGORY_TYPES, category } from './category.entity.ts'
import type { Nested } from './category.rules.ts'

/** A category in its tree, with the products in it (type 1). */
const nodeShape = { ...category.all, productCount: int('商品数') }
export type CategoryNode = Nested<EntityRow<typeof category> & { productCount: number | null }>
export type CategoryNodeWire = WireOf<typeof nodeShape> & { child: CategoryNodeWire[] }

const treeAnswer: Answer<CategoryNode[], CategoryNodeWire[]> = {
  kind: 'data',
  shape: nodeShape,
  json: { type: 'array', description: 'nodes with their children in child' },
  encode(nodes, may) {
    const wire = (node: CategoryNode): CategoryNodeWire => ({
      ...encodeRow(nodeShape, node, may),
      child: node.child.map(wire),
    })
    return nodes.map(wire)
  },
}

// -1 and nothing mean all.
const status = text('状态', { max: 2, pattern: /^(-1|0|1)$/ })
const name = text('分类名称', { max: 50 })
const { path: _path, sourceNo: _sourceNo, ...input } = category.shape

export const categoryCalls = {
  save: post('/admin/category/save', { title: '新增分类', input, answer: idAnswer }),
  update: patch('/admin/category/update', { title: '编辑分类', input }),
  info: get('/admin/category/info', {
    title: '分类详情',
    input: { id: idField() },
    answer: rowAnswer(category.all),
  }),
  remove: get('/admin/category/delete', { title: '删除分类', input: { id: idField() }, change: true }),
  list: get('/admin/category/list', {
    title: '分类列表',
    input: { ...listInput(category), status, name },
    answer: listAnswer(category.all),
  }),
  // Every form that files something under a category draws this tree.
  tree: get('/admin/category/list/tree', {
    title: '分类树',
    permission: 'login',
    picks: 'category',
    input: { type: category.shape.type, status, name },
    answer: treeAnswer,
  }),
  all: get('/admin/category/all', {
    title: '分类选项',
    permission: 'login',
    picks: 'category',
    input: {
      type: choice('类型', CATEGORY_TYPES),
      keywords: paging.keywords,
      ids: someIds(),
      limit: paging.limit,
    },
    answer: optionsAnswer,
  }),
  updateStatus: get('/admin/category/updateStatus/:id', {
    title: '启停分类',
    input: { id: idField() },
    answer: rowAnswer({ status: flag('状态', { initial: 1 }) }),
    change: true,
  }),
}
