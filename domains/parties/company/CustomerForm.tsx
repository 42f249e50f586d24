import { useParams } from 'react-router'
import { choice, ref } from '#kit/fields/shared.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { AGENT } from './agentRef.ts'
import { customerCalls } from './customer.calls.ts'
import { customer, STAGES } from './customer.entity.ts'
import { CUSTOMERS } from './customerActs.tsx'

const GROUPS = [
  {
    title: '客户',
    fields: ['customerName', 'customerType', 'source', 'stage', 'creditCode', 'industry', 'agentId'],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'wechat', 'email', 'districtId', 'address'],
  },
  { title: '意向', fields: ['intendProducts', 'estAmount', 'nextTime'] },
  { title: '其他', fields: ['uid', 'remark'] },
]
const OPEN = 3
const PERSON = 3

// 成交 and 流失 come about by 建档 and 标记流失.
const shape = {
  ...customer.shape,
  agentId: ref('负责人', AGENT),
  stage: choice(
    '阶段',
    STAGES.filter((one) => one.value <= OPEN),
    { initial: 1 },
  ),
}
const INPUTS = { agentId: { help: '留空为新增人本人；新增人不是客服时进入公海' } }

/** 新增客户, 编辑客户. Catalog §7.3. */
export default function CustomerForm() {
  const { id: given } = useParams()
  const id = given === undefined ? null : Number(given)
  return (
    <FormPage
      of={customer}
      shape={shape}
      calls={customerCalls}
      id={id}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={(name, values) =>
        (name === 'creditCode' && values.customerType === PERSON) ||
        (name === 'agentId' && id !== null) ||
        (name === 'stage' && Number(values.stage) > OPEN)
      }
      back={CUSTOMERS}
    />
  )
}
