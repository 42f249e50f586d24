import { type Expression, type SqlBool, sql } from 'kysely'
import { category } from '#domains/settings/settings.door.ts'
import { categoryCalls } from '#domains/settings/settings.shared.ts'
import type { Db } from '#kit/server/database.ts'
import { declareFigure, declareStep, declareWatch, hasRows, madePerDay, rowsWhere } from '#kit/server/home.ts'
import type { Registration } from '#kit/server/points.ts'
import { catalogSettings } from './catalog.config.server.ts'
import { priceNoticeDocument } from './price/price.document.ts'
import { priceNotice } from './price/priceNotice.entity.ts'
import { storeCalls } from './product/product.calls.ts'
import { product } from './product/product.entity.ts'
import { STORE_TABS } from './product/productList.server.ts'
import { repoCalls } from './product/repo.calls.ts'

/** Tabs of the product list that somebody has to look after. Catalog §3.1 */
const WATCHED = [
  { key: 'soldOut', label: '已售罄的商品', tab: 3 },
  { key: 'lowStock', label: '库存到警戒值的商品', tab: 4 },
]

async function inTab(db: Db, type: number): Promise<Expression<SqlBool>> {
  const { store_stock } = await catalogSettings(db)
  return STORE_TABS.find((one) => one.type === type)?.rows(store_stock ?? 0) ?? sql<SqlBool>`false`
}

/** What the room brings to the home page. Screens §6. */
export const homeCards: readonly Registration[] = [
  declareFigure(
    'newProducts',
    madePerDay(product, {
      label: '新增商品',
      unit: '个',
      to: '/store/index',
      permission: storeCalls.list.permission,
    }),
  ),
  declareFigure(
    'priceNotices',
    madePerDay(priceNotice, {
      label: '价格通知单',
      unit: '张',
      to: priceNoticeDocument.places.list,
      permission: priceNoticeDocument.calls.list.permission,
    }),
  ),
  ...WATCHED.map(({ key, label, tab }) =>
    declareWatch(
      key,
      rowsWhere(
        product,
        { label, to: `/store/index?type=${tab}`, permission: storeCalls.list.permission },
        (db) => inTab(db, tab),
      ),
    ),
  ),
  declareStep(
    'category',
    hasRows(
      category,
      {
        label: '建立商品分类',
        hint: '商品中心 / 商品分类',
        to: '/store/sort',
        permission: categoryCalls.save.permission,
      },
      { where: sql<SqlBool>`"type" = 1` },
    ),
  ),
  declareStep(
    'product',
    hasRows(product, {
      label: '新增第一个商品，或用表格导入',
      hint: '商品库 / 商品库商品',
      to: '/storerepo/product',
      permission: repoCalls.save.permission,
    }),
  ),
  declareStep(
    'shelf',
    hasRows(
      product,
      {
        label: '让第一个商品上架',
        hint: '商品中心 / 商品列表',
        to: '/store/index?type=2',
        permission: storeCalls.putOnShell.permission,
      },
      { where: sql<SqlBool>`"isShow" = 1` },
    ),
  ),
]
