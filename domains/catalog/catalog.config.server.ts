import { form, settingsOf } from '#domains/settings/settings.door.ts'
import { flag, int, quantity } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'

/** Catalog §8.8. */
const catalogForm = form(211, '商品与单位', 1, {
  product_edit_reaudit: flag('已审核商品修改后重新审核', { initial: 1 }),
  product_show_need_apply: flag('上架须经上架申请', { initial: 0 }),
  store_stock: quantity('默认预警库存', { initial: 0 }),
  licence_near_days: int('证照临期天数', { initial: 30 }),
  product_completeness_min: int('上架所需资料完整度', { initial: 0, max: 100, help: '%' }),
})

export const catalogSettings = (db: Db) => settingsOf(db, catalogForm)
