import { formatTime } from '#kit/shared/time.ts'
import { ColourInput } from '#kit/web/ColourInput.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { FormState } from '#kit/web/form/useForm.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { type DrawnLabel, LabelPreview, LabelView } from './Labels.tsx'
import { productTag } from './productTag.entity.ts'
import { tagCalls } from './tag.calls.ts'

const READS = [
  'autoRule',
  'autoValue',
  'endTime',
  'productCount',
  'startTime',
  'tagName',
  'tagType',
  'color',
  'bgColor',
  'icon',
  'position',
] as const
type Row = RowSeen<typeof tagCalls.list, typeof READS>

const ICON = 2
/** Rules that compare with a number, and what the number is. */
const VALUES: Readonly<Record<number, string>> = { 1: '天数', 2: '名次', 3: '库存不多于' }

const SHOW = ['tagName', 'preview', 'tagGroup', 'tagType', 'productCount', 'validity', 'autoRule', 'status']

const timeOf = (seconds: number | null) => (seconds === null ? '' : formatTime(seconds, browserZone))

const COLUMNS = {
  preview: { title: '预览', width: 120, render: (row: Row) => <LabelView label={row} /> },
  tagName: { width: 140 },
  validity: {
    title: '有效期',
    width: 170,
    render: (row: Row) =>
      row.startTime === null && row.endTime === null
        ? '长期'
        : `${timeOf(row.startTime)} 至 ${timeOf(row.endTime)}`,
  },
  autoRule: {
    width: 150,
    render: (row: Row) => {
      const label = productTag.shape.autoRule.choices?.find((one) => one.value === row.autoRule)?.label ?? ''
      return row.autoValue === null ? label : label.replace('N', String(row.autoValue))
    },
  },
}

function drawn(values: WireRow): DrawnLabel {
  return {
    tagName: textOf(values.tagName),
    tagType: Number(values.tagType),
    color: textOf(values.color),
    bgColor: textOf(values.bgColor),
    icon: textOf(values.icon),
    position: Number(values.position),
  }
}

function hidden(name: string, values: WireRow): boolean {
  const isIcon = Number(values.tagType) === ICON
  if (name === 'icon' || name === 'position') return !isIcon
  if (name === 'color' || name === 'bgColor') return isIcon
  return name === 'autoValue' && VALUES[Number(values.autoRule)] === undefined
}

function check(values: WireRow) {
  const isIcon = Number(values.tagType) === ICON
  const isCounted = VALUES[Number(values.autoRule)] !== undefined
  return {
    ...(isIcon && textOf(values.icon) === '' ? { icon: '请选择图标' } : {}),
    ...(isCounted && textOf(values.autoValue) === '' ? { autoValue: '请输入规则数值' } : {}),
  }
}

const FORM = {
  width: 720,
  hidden,
  check,
  groups: [
    { title: '标签', fields: ['tagName', 'tagGroup', 'tagType', 'color', 'bgColor', 'icon', 'position'] },
    { title: '有效期与排序', fields: ['startTime', 'endTime', 'sort', 'status'] },
    {
      title: '自动规则',
      note: '自动标签每天 03:30 按规则重新绑定，手工的增减届时会被覆盖。',
      fields: ['autoRule', 'autoValue'],
    },
  ],
  inputs: {
    color: { Input: ColourInput },
    bgColor: { Input: ColourInput },
    sort: { help: '数字大的在前，每个商品最多展示 5 个标签' },
    autoValue: { help: '上新为天数，销量为名次，库存不足为不多于的数量' },
    startTime: { help: '留空为立即' },
    endTime: { help: '留空为长期' },
  },
  below: (form: FormState) => <LabelPreview label={drawn(form.values)} />,
}

const ask = (row: Row) =>
  row.productCount === null || row.productCount === 0
    ? `确定删除商品标签“${row.tagName}”吗？`
    : `该标签已绑定 ${row.productCount} 个商品，确认删除吗？`

/** Makes a label in a dialog, wherever one is to be chosen. */
export const newTag = () => openForm({ ...FORM, of: productTag, calls: tagCalls, id: null })

/** /tag/productLabel: 商品标签库. Catalog §2.2. */
export default function TagList() {
  return (
    <ListPage
      reads={READS}
      of={productTag}
      calls={tagCalls}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      dated=""
      deletePrompt={ask}
    />
  )
}
