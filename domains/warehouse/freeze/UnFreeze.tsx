import { Button } from 'antd'
import { useParams } from 'react-router'
import LinesInput from '#kit/fields/lines/web.tsx'
import { lines, quantity, ref, text } from '#kit/fields/shared.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { GoodsLines } from '../document/goodsInputs.tsx'
import { freezeCalls as calls, remainLine } from './freeze.document.ts'
import { pickFrozen } from './pickFrozen.tsx'

const LIST = '/wms/freeze'
const { freezeLineId, productName, suk, sectionId, lotNo, remain } = remainLine
const LINE = {
  freezeLineId,
  ...{ productName, suk, sectionId, lotNo, remain },
  qty: quantity('解冻数量', { required: true, width: 110 }),
  remark: text('备注', { max: 100, width: 140 }),
  freezeNo: text('冻结单号', { max: 24, readOnly: true, width: 170 }),
}
const SHAPE = {
  warehouseId: ref('仓库', 'warehouse', { required: true }),
  lines: lines('明细', LINE, { min: 1, max: 500 }),
  remark: text('备注', { max: 200 }),
}
const NONE = { warehouseId: null, lines: [], remark: '' }
const GROUPS = [
  { title: '解冻', fields: ['warehouseId'] },
  { title: '明细', fields: ['lines'] },
  { title: '说明', fields: ['remark'] },
]

/** What one freeze holds: lines can be left out, none added. */
const OneFreeze = (props: InputProps) => <LinesInput {...props} fixed="less" />
const AnyFreeze = (props: InputProps) => <GoodsLines {...props} pick={pickFrozen} addLabel="选择冻结商品" />
const OF_ONE = { warehouseId: { disabled: true }, lines: { Input: OneFreeze } }
const OF_ANY = { lines: { Input: AnyFreeze } }

/** 解冻 of one freeze, or of what is chosen of a warehouse. Warehouse §4.11. */
export default function UnFreeze() {
  const id = Number(useParams().id ?? 0)
  const { data, error, refetch } = useCall(
    calls.open,
    { freezeId: id, limit: 500 },
    { enabled: id > 0, quiet: true },
  )
  if (id === 0) return <Letting start={NONE} inputs={OF_ANY} />
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const lines = data.list.map((line) => ({ ...line, qty: line.remain }))
  const start = { ...NONE, warehouseId: data.list[0]?.warehouseId ?? null, lines }
  return <Letting start={start} inputs={OF_ONE} />
}

function Letting({ start, inputs }: { start: WireRow; inputs: InputSettings }) {
  const tab = useTab()
  const form = useForm(SHAPE, start, { inputs })
  const sending = (submit: 0 | 1) => ({
    success: submit === 1 ? '已提交' : '创建成功',
    touches: ['/admin/wms'],
    complete: ({ remark, lines }: Record<string, unknown>) => ({
      remark,
      submit,
      lines: rowsOf(lines).map(({ freezeLineId, qty, remark: why }) => ({ freezeLineId, qty, remark: why })),
    }),
    onDone: () => tab.close(LIST),
  })
  const draft = useSend(calls.unfreeze, form, sending(0))
  const whole = useSend(calls.unfreeze, form, sending(1))
  return (
    <div className="k-page">
      <FormBody form={form} groups={GROUPS} inputs={inputs} />
      <SaveBar form={form} onLeave={() => tab.close(LIST)}>
        {mayCall(calls.submit) && (
          <Button type="primary" loading={whole.saving} onClick={() => void whole.send()}>
            保存并提交
          </Button>
        )}
        <Button loading={draft.saving} onClick={() => void draft.send()}>
          保存
        </Button>
      </SaveBar>
    </div>
  )
}
