import { useParams } from 'react-router'
import type { Field } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { prodCateWarning } from './prodCateWarning.entity.ts'
import { WARNING_PAGES } from './WarningList.tsx'
import { warningCalls } from './warning.calls.ts'
import { applies, warningErrors } from './warning.rules.ts'

const GROUPS = [
  {
    title: '预警',
    fields: ['msgTitle', 'cateIds', 'warnType', 'threshold', 'content'],
  },
  { title: '购买提示', fields: ['channelIds', 'positions', 'needConfirm'] },
  { title: '通知', fields: ['receiverIds', 'notifyWay', 'repeatDays'] },
  { title: '有效期', fields: ['startTime', 'endTime', 'status'] },
]

const INPUTS = {
  cateIds: { help: '下级分类同样适用；同一类型以最近的分类为准' },
  threshold: { help: '库存预警：可用数量不多于；临期预警：剩余天数不多于；滞销预警：未售天数不少于' },
  startTime: { help: '留空为立即' },
  endTime: { help: '留空为长期' },
  repeatDays: { help: '同一商品再次提醒的间隔' },
}

const hidden = (name: string, values: WireRow) => !applies(name, values.warnType)

const must = <F extends Field>(field: F): F => ({ ...field, required: true })
const { threshold, channelIds, positions, receiverIds, notifyWay } = prodCateWarning.shape
/** What its type makes visible must be filled in; the server says so as well. */
const SHAPE = {
  ...prodCateWarning.shape,
  threshold: must(threshold),
  channelIds: must(channelIds),
  positions: must(positions),
  receiverIds: must(receiverIds),
  notifyWay: must(notifyWay),
}

const isBlank = (value: unknown) => value === '' || value === undefined

/** The same demands as the server's; lists of ids are texts while they are edited. */
function check(values: WireRow) {
  const row = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isBlank(value) ? null : value]),
  )
  return Object.fromEntries(warningErrors(row).map((one) => [one.field, one.message]))
}

/** 新增商品分类预警, 编辑商品分类预警. Catalog §3.7. */
export default function WarningForm() {
  const { id } = useParams()
  return (
    <FormPage
      key={id ?? 'new'}
      id={id === undefined ? null : Number(id)}
      of={prodCateWarning}
      shape={SHAPE}
      calls={warningCalls}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={hidden}
      check={check}
      back={`${WARNING_PAGES}/warningMsg`}
    />
  )
}
