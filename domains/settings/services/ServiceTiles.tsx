import { Card, Statistic, Tag } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import type { InputSettings } from '#kit/web/form/FormBody.tsx'
import { CarrierInput } from './CarrierInput.tsx'
import { passCalls as calls } from './pass.calls.ts'
import { SERVICES, type ServiceType } from './passRecord.entity.ts'
import { openSteps } from './StepForm.tsx'

type Info = OutWireOf<typeof calls.info>

interface Tile {
  type: ServiceType
  label: string
  local: boolean
  open: boolean
  num: number
  surp: number
  /** the sign of messages, and how far the review of a new one is */
  sign?: Info['sms'] | undefined
}

const SIGN_STATES: Record<number, string> = { 0: '待审核', 1: '通过', 2: '驳回' }
const OF = { sms: 'sms', copy: 'copy', expr_query: 'query', expr_dump: 'dump' } as const
/** what has to be given when a service is opened */
const ASKED: Partial<Record<ServiceType, readonly string[]>> = {
  sms: ['sign'],
  expr_dump: ['com', 'tempId', 'toName', 'toTel', 'toAddress', 'siid'],
}
const LABEL_INPUTS: InputSettings = { com: { Input: CarrierInput } }
const SUCCESS = '开通成功'

const ACTS: readonly Act<Tile>[] = [
  act({
    label: '开通服务',
    permission: calls.open,
    primary: true,
    when: ({ open, type }) => !open && ASKED[type] !== undefined,
    run: ({ type, label }) =>
      openSteps(`开通${label}`, {
        call: calls.open,
        fixed: { type },
        steps: [{ title: '开通', fields: ASKED[type] ?? [], needed: true }],
        inputs: LABEL_INPUTS,
        submit: '开通',
        success: SUCCESS,
      }),
  }),
  callAct(calls.open, {
    label: '开通服务',
    primary: true,
    when: ({ open, type }) => !open && ASKED[type] === undefined,
    prompt: ({ label }) => `确定开通${label}服务吗？`,
    success: SUCCESS,
    touches: ['/admin/pass'],
    input: ({ type }) => ({ type }),
  }),
  act({
    label: '充值',
    permission: calls.topUp,
    when: ({ open }) => open,
    off: ({ local }) => (local ? null : '请在平台服务网站充值，充值后刷新本页'),
    run: ({ type, label }) =>
      openSteps(`充值${label}`, {
        call: calls.topUp,
        fixed: { type },
        steps: [{ title: '充值', fields: ['num', 'amount', 'remark'] }],
        submit: '充值',
        success: '充值成功',
      }),
  }),
  act({
    label: '修改签名',
    permission: calls.modifySign,
    when: ({ type, open, local }) => type === 'sms' && open && !local,
    run: () =>
      openSteps('修改短信签名', {
        call: calls.modifySign,
        steps: [{ title: '修改签名', fields: ['sign', 'phone', 'code'] }],
        submit: '提交',
        success: '签名提交成功，审核通过后生效',
      }),
  }),
]

/** The four paid services with what is left of each. */
export function ServiceTiles({ info }: { info: Info }) {
  return (
    <section className="k-tiles" aria-label="平台服务用量">
      {SERVICES.map(({ value: type, label, unit }) => {
        const { open, num, surp } = info[OF[type]]
        const sign = type === 'sms' ? info.sms : undefined
        const tile = { type, label, local: info.local, open: open === 1, num, surp, sign }
        return (
          <Card key={type} size="small">
            <Statistic
              title={
                <>
                  {unit} {open === 0 && <Tag>未开通</Tag>}
                </>
              }
              value={surp}
              suffix={<span className="k-hint">/ {num}</span>}
            />
            {sign !== undefined && open === 1 && <Sign {...sign} />}
            <div style={{ marginTop: 12 }}>
              <Acts acts={ACTS} target={tile} />
            </div>
          </Card>
        )
      })}
    </section>
  )
}

function Sign({ sign, newSign, signStatus }: Info['sms']) {
  const isPending = newSign !== '' && newSign !== sign && signStatus !== null && signStatus !== 1
  return (
    <p className="k-hint" style={{ margin: '4px 0 0' }}>
      签名【{sign || '未设置'}】{isPending && `，【${newSign}】${SIGN_STATES[signStatus] ?? ''}`}
    </p>
  )
}
