import { CHANNELS, TEMP_ZONES } from '#domains/settings/settings.shared.ts'
import { RIGHT_ADDRESS } from '#kit/fields/image/shared.ts'
import { decimal, flag, image, int, money, text } from '#kit/fields/shared.ts'
import type { ImportColumn } from '#kit/server/fileTask.ts'
import { type Field, makeField, wrongFormat } from '#kit/shared/field.ts'
import { product, TAX_RATES } from '../product/product.entity.ts'
import { COST, skuFields } from '../product/sku.entity.ts'

const labels = (choices: readonly { label: string }[]): string[] => choices.map((one) => one.label)

const rightOf = (choices: readonly { label: string }[]): string => `可填：${labels(choices).join('、')}`

/** One of a list by its label, or by its value as other systems write it. */
function labelled(label: string, choices: readonly { value: number; label: string }[]): Field<number | null> {
  return makeField<number | null>({
    type: 'choice',
    label,
    facts: { right: rightOf(choices) },
    empty: null,
    initial: undefined,
    json: {},
    read(value) {
      const cell = String(value).trim()
      const found = choices.find(
        (one) => one.label === cell || String(one.value) === cell || one.label === `${cell}%`,
      )
      return found === undefined ? wrongFormat(label) : { value: found.value }
    },
  })
}

/** Several labels in one cell, divided by 、 ， , ; or spaces. */
function labelledList(label: string, choices: readonly { value: number; label: string }[]): Field<number[]> {
  return makeField<number[]>({
    type: 'choice',
    label,
    facts: { right: rightOf(choices) },
    empty: [],
    initial: undefined,
    json: {},
    read(value) {
      const parts = String(value)
        .split(/[、，,;；\s]+/)
        .filter((part) => part !== '')
      const found = parts.map(
        (part) => choices.find((one) => one.label === part || String(one.value) === part)?.value,
      )
      const values = found.filter((one) => one !== undefined)
      return values.length === found.length ? { value: [...new Set(values)] } : wrongFormat(label)
    },
  })
}

/** Other systems write paths without the slash at the beginning; a browser asks for a space as %20. */
const rooted = (address: string): string =>
  (/^(https?:|\/)/.test(address) ? address : `/${address}`).replaceAll(' ', '%20')

/**
 * What divides addresses: line ends and semicolons, and commas and spaces behind the ending of a picture or before the
 * beginning of an address. Others are part of a name, as in /files/red, front view.png.
 */
const BETWEEN =
  /\s*[\n;；]\s*|(?<=\.(?:png|jpe?g|gif|webp|bmp|svg|avif|ico))\s*[\s,，]\s*|(?<=\.(?:png|jpe?g|gif|webp|bmp|svg|avif|ico)\?\S*)[,，]?\s+|\s*[\s,，]\s*(?=https?:\/\/|\/)/i

/** The address of one picture. */
function address(label: string): Field<string> {
  const one = image(label)
  return makeField<string>({
    type: 'image',
    label,
    facts: { right: RIGHT_ADDRESS },
    empty: '',
    initial: undefined,
    json: {},
    read(value) {
      const result = one.schema.safeParse(rooted(String(value).trim()))
      return result.success ? { value: result.data } : wrongFormat(label)
    },
  })
}

/** Addresses of pictures: a JSON list as shops export it, or divided by spaces, commas, semicolons or line breaks. */
function addresses(label: string): Field<string[]> {
  const one = address(label)
  return makeField<string[]>({
    type: 'images',
    label,
    facts: { right: RIGHT_ADDRESS },
    empty: [],
    initial: undefined,
    json: {},
    read(value) {
      const cell = String(value).trim()
      const list = cell.startsWith('[') ? parseList(cell) : cell.split(BETWEEN).filter((part) => part !== '')
      if (list === null || list.length > 10) return { reason: `${label}最多10张，每张一个地址` }
      const read = list.map((text) => one.schema.safeParse(text))
      const good = read.flatMap((result) => (result.success ? [result.data] : []))
      return good.length === read.length ? { value: good } : wrongFormat(label)
    },
  })
}

function parseList(cell: string): string[] | null {
  try {
    const value: unknown = JSON.parse(cell)
    return Array.isArray(value) ? value.map(String) : null
  } catch {
    return null
  }
}

const fields = product.shape
const skuWeight = decimal('重量', { decimals: skuFields.weight.decimals ?? 0 })

/** The columns of the product sheet, one row per specification. Catalog §8.5. */
export const productColumns: readonly ImportColumn[] = [
  {
    name: 'sourceNo',
    title: '外部编号',
    aliases: ['id'],
    field: fields.sourceNo,
    example: 'T1001',
    note: '商品在其他系统中的编号；再次导入时按此编号更新',
  },
  {
    name: 'productCode',
    title: '商品编码',
    field: fields.productCode,
    note: '填写已有编码为更新，留空由系统编号',
  },
  {
    name: 'storeName',
    title: '商品名称',
    aliases: ['store_name'],
    field: fields.storeName,
    example: '纯棉短袖T恤',
  },
  { name: 'shortName', title: '商品简称', field: fields.shortName },
  { name: 'storeInfo', title: '商品简介', aliases: ['store_info'], field: fields.storeInfo },
  {
    name: 'keyword',
    title: '商品关键字',
    aliases: ['keyword'],
    field: text('商品关键字', { max: 255 }),
    example: '短袖 T恤',
    note: '留空取商品名称',
  },
  {
    name: 'catePath',
    title: '分类路径',
    field: text('分类路径', { max: 300 }),
    example: '服饰/女装',
    note: '从一级分类写起，以 / 分隔；多个分类以 ； 分隔',
    requiredWhen: '新增商品时必填，或填写分类外部编号',
  },
  {
    name: 'cateNo',
    title: '分类外部编号',
    aliases: ['cate_id'],
    field: text('分类外部编号', { max: 200 }),
    note: '多个以逗号分隔',
    requiredWhen: '新增商品时必填，或填写分类路径',
  },
  { name: 'brandName', title: '品牌', field: text('品牌', { max: 50 }) },
  {
    name: 'unitName',
    title: '单位',
    aliases: ['unit_name', '基本单位'],
    field: text('单位', { max: 16, required: true }),
    example: '件',
    note: '须已在计量单位中维护',
  },
  { name: 'family', title: '产品族', field: text('产品族', { max: 50 }), note: '留空取第一个产品族' },
  {
    name: 'specName1',
    title: '规格名1',
    field: text('规格名1', { max: 20 }),
    example: '颜色',
    note: '单规格商品留空；同一商品的各规格逐行填写，行与行相邻',
  },
  {
    name: 'specValue1',
    title: '规格值1',
    field: text('规格值1', { max: 50 }),
    requiredWhen: '填写规格名1时必填',
    example: '白色',
  },
  { name: 'specName2', title: '规格名2', field: text('规格名2', { max: 20 }), example: '尺码' },
  {
    name: 'specValue2',
    title: '规格值2',
    field: text('规格值2', { max: 50 }),
    requiredWhen: '填写规格名2时必填',
    example: 'M',
  },
  { name: 'specName3', title: '规格名3', field: text('规格名3', { max: 20 }) },
  {
    name: 'specValue3',
    title: '规格值3',
    field: text('规格值3', { max: 50 }),
    requiredWhen: '填写规格名3时必填',
  },
  { name: 'skuCode', title: '规格编码', field: skuFields.skuCode },
  { name: 'barCode', title: '条码', aliases: ['bar_code', '商品条码'], field: skuFields.barCode },
  {
    name: 'price',
    title: '售价',
    aliases: ['price'],
    field: money('售价', { required: true }),
    example: '59.00',
  },
  {
    name: 'otPrice',
    title: '原价',
    aliases: ['ot_price', '市场价'],
    field: money('原价'),
    example: '79.00',
    note: '留空与售价相同',
  },
  {
    name: 'cost',
    title: '成本价',
    aliases: ['cost'],
    field: money('成本价'),
    permission: COST,
    example: '23.50',
    note: '留空为 0；没有成本价权限的人员导入时不写入',
  },
  {
    name: 'weight',
    title: '重量',
    aliases: ['weight', '重量(KG)'],
    field: skuWeight,
    note: '公斤',
  },
  {
    name: 'volume',
    title: '体积',
    aliases: ['volume', '体积(m³)'],
    field: decimal('体积', { decimals: 4 }),
    note: '立方米',
  },
  {
    name: 'taxRate',
    title: '税率',
    field: labelled('税率', TAX_RATES),
    options: labels(TAX_RATES),
    example: '13%',
    note: '留空为 13%',
  },
  { name: 'shelfLifeDays', title: '保质期', aliases: ['保质期(天)'], field: int('保质期'), note: '天' },
  {
    name: 'storage',
    title: '储存条件',
    field: labelled('储存条件', TEMP_ZONES),
    options: labels(TEMP_ZONES),
    example: '常温',
    note: '留空为常温',
  },
  {
    name: 'wmsGroup',
    title: '仓储分组',
    aliases: ['SAP仓储分组'],
    field: text('仓储分组', { max: 40 }),
    note: '分组代码或名称；留空取分类的默认分组，没有时取该温层的第一个分组',
  },
  {
    name: 'channels',
    title: '渠道',
    aliases: ['销售渠道'],
    field: labelledList('渠道', CHANNELS),
    example: '商城、供应链',
    note: '留空只进商品库，不开通渠道',
  },
  {
    name: 'image',
    title: '封面图地址',
    aliases: ['image'],
    field: address('封面图地址'),
    requiredWhen: '新增商品时必填',
    example: '/files/sample.png',
  },
  {
    name: 'sliderImage',
    title: '轮播图地址',
    aliases: ['slider_image'],
    field: addresses('轮播图地址'),
    note: '最多10个地址，以空格分隔；留空取封面图',
  },
  { name: 'sort', title: '排序', aliases: ['sort'], field: int('排序') },
  { name: 'giveIntegral', title: '赠送积分', aliases: ['give_integral'], field: int('赠送积分') },
  { name: 'ficti', title: '虚拟销量', aliases: ['ficti'], field: int('虚拟销量') },
  { name: 'isPostage', title: '包邮', aliases: ['is_postage'], field: yesNo('包邮') },
  { name: 'postage', title: '邮费', aliases: ['postage'], field: money('邮费') },
  { name: 'isBest', title: '精品推荐', aliases: ['is_best'], field: yesNo('精品推荐') },
  { name: 'isHot', title: '热门榜单', aliases: ['is_hot'], field: yesNo('热门榜单') },
  { name: 'isNew', title: '首发新品', aliases: ['is_new'], field: yesNo('首发新品') },
  { name: 'isBenefit', title: '促销单品', aliases: ['is_benefit'], field: yesNo('促销单品') },
]

/** 是 or 否, or 1 and 0. */
function yesNo(label: string): Field<number | null> {
  return labelled(
    label,
    flag(label).choices?.map((one) => ({ value: Number(one.value), label: one.label })) ?? [],
  )
}

/** The columns of the specification sheet: all specifications of a product, in neighbouring rows. */
export const skuColumns: readonly ImportColumn[] = [
  {
    name: 'productNo',
    title: '商品外部编号',
    aliases: ['product_id'],
    field: text('商品外部编号', { max: 40 }),
    example: 'T1001',
    note: '与商品编码填写其一',
  },
  { name: 'productCode', title: '商品编码', field: fields.productCode },
  {
    name: 'pairs',
    title: '规格对应',
    aliases: ['attr_value'],
    field: skuFields.attrValue,
    required: true,
    example: '{"颜色":"白色","尺码":"M"}',
    note: '规格名与规格值；同一商品的规格名须一致',
  },
  { name: 'skuCode', title: '规格编码', field: skuFields.skuCode },
  { name: 'barCode', title: '条码', aliases: ['bar_code', '商品条码'], field: skuFields.barCode },
  {
    name: 'price',
    title: '售价',
    aliases: ['price'],
    field: money('售价', { required: true }),
    example: '59.00',
  },
  {
    name: 'otPrice',
    title: '原价',
    aliases: ['ot_price'],
    field: money('原价'),
    example: '79.00',
    note: '留空与售价相同',
  },
  {
    name: 'cost',
    title: '成本价',
    aliases: ['cost'],
    field: money('成本价'),
    permission: COST,
    example: '23.50',
  },
  { name: 'weight', title: '重量', aliases: ['weight', '重量(KG)'], field: skuWeight },
  { name: 'volume', title: '体积', aliases: ['volume', '体积(m³)'], field: decimal('体积', { decimals: 4 }) },
  { name: 'image', title: '图片地址', aliases: ['image'], field: address('图片地址') },
]
