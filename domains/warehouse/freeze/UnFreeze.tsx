import { Button } from 'antd'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import LinesInput from '#kit/fields/lines/web.tsx'
import { lines, quantity, ref, text } from '#kit/fields/shared.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { SaveBar } from '#kit/web/form/SaveBar.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import { mayCall } from '#kit/web/session.ts'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { GoodsLines } from '../document/goodsInputs.tsx'
import { freezeCalls as calls, remainLine } from './freeze.document.ts'
import { pickFrozen } from './pickFrozen.tsx'

const LIST = '/wms/freeze'
const LINE = {
  ...remainLine,
  freezeNo: text('冻结单号', { max: 24, readOnly: true, width: 170 }),
  qty: quantity('解冻数量', { required: true, width: 110 }),
  remark: text('备注', { max: 100, width: 140 }),
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
  const tab = useTab()
  const { data } = useCall(calls.open, { freezeId: id, limit: 500 }, { enabled: id > 0 })
  const inputs = id > 0 ? OF_ONE : OF_ANY
  const form = useForm(SHAPE, NONE, { inputs })
  const { become } = form
  useEffect(() => {
    if (data === undefined) return
    const [first] = data.list
    const start = {
      ...NONE,
      warehouseId: first?.warehouseId ?? null,
      lines: data.list.map((line) => ({ ...line, qty: line.remain })),
    }
    become(start, start)
  }, [data, become])
  const sending = (submit: 0 | 1) => ({
    success: submit === 1 ? '已提交' : '创建成功',
    touches: ['/admin/wms'],
    complete: ({ warehouseId: _warehouse, ...input }: Record<string, unknown>) => ({ ...input, submit }),
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
