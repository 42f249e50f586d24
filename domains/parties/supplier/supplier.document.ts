import { TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { choice, decimal, flag, int, lines, money, ref, text } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, listAnswer, listInput, patch, post, rowsAnswer } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { nameOf } from '#kit/shared/join.ts'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { supplier, supplierProduct } from './supplier.entity.ts'

const { supplierId: _supplierId, sourceType: _type, sourceId: _source, ...typed } = supplierProduct.shape

/** A line of the supplier's form; `id` of one that is there already. */
export const productLine = { ...typed, id: int('ID', { list: false }) }

/** The same with the name of what is delivered, for pages whose readers may not read products. */
export const namedLine = { ...productLine, skuName: nameOf('skuId', '商品名称', { list: false }) }

export const products = lines('供货商品', productLine, { max: 2000 })
const regionId = ref('地区', 'city')
const statusInput = (label: string) => ({
  title: `启用停用${label}`,
  input: {
    id: idField(),
    status: flag('状态', { required: true }),
    reason: text('停用原因', { max: 200 }),
  },
})

export const supplierInput = { ...supplier.shape, products, submit: flag('提交') }

/** Catalog §7.1, §8.6. */
export const supplierDocument = declareDocument(supplier, {
  path: '/admin/supplier',
  at: {
    list: '/supplier/supplierList',
    create: '/supplier/addSupplier',
    edit: '/supplier/addSupplier/{id}',
    see: '/supplier/infoSupplier/{id}/see',
    examine: '/supplier/infoSupplier/{id}/examine',
    print: '/supplier/printSupplier',
  },
  menu: 'supplier.list',
  list: {
    productCount: int('供货品项', { width: 90 }),
    /** numbers; told before the supplier is stopped */
    openPurchases: text('未完成采购单', { max: 5000, list: false }),
  },
  filters: { regionId },
  info: { products: lines('供货商品', namedLine) },
  calls: (usual, path) => ({
    save: post(`${path}/save`, { title: usual.save.title, input: supplierInput, answer: idAnswer }),
    update: patch(`${path}/update`, { title: usual.update.title, input: supplierInput }),
    status: post(`${path}/update/status/:id`, statusInput('供应商')),
    /** prices of a sku or of a supplier, past ones and drafts included, newest first */
    products: get(`${path}/product/list`, {
      title: '供货价列表',
      input: listInput(supplierProduct, { supplierId: text('供应商', { max: 200 }), valid: flag('仅有效') }),
      answer: listAnswer({
        ...supplierProduct.all,
        skuName: namedLine.skuName,
        supplierName: nameOf('supplierId', '供应商名称'),
      }),
    }),
  }),
})
export const supplierCalls = supplierDocument.calls

/** Catalog §7.2, §8.6. */
export const providerDocument = declareDocument(logisticsProvider, {
  path: '/admin/logistics/provider',
  at: {
    list: '/logistics/logisticsList',
    create: '/logistics/addLogistics',
    edit: '/logistics/addLogistics/{id}',
    see: '/logistics/infoLogistics/{id}/see',
    examine: '/logistics/infoLogistics/{id}/examine',
    print: '/logistics/printLogistics',
  },
  menu: 'logistics.list',
  filters: { regionId },
  calls: (_usual, path) => ({
    status: post(`${path}/update/status/:id`, statusInput('物流商')),
    freight: post(`${path}/freight/calc`, {
      title: '试算运费',
      change: false,
      input: {
        id: idField(),
        fromCityId: ref('起始城市', 'city', { required: true }),
        toCityId: ref('目的城市', 'city', { required: true }),
        tempZone: choice('温层', TEMP_ZONES),
        weight: decimal('重量(KG)', { decimals: 3, initial: 0 }),
        volume: decimal('体积(m³)', { decimals: 6, initial: 0 }),
        pieces: int('件数', { initial: 1 }),
      },
      // Nothing where no price line fits.
      answer: rowsAnswer({ fee: money('运费', { required: true }), hours: int('时效(小时)') }),
    }),
  }),
})
export const providerCalls = providerDocument.calls
