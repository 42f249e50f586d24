// A page with nothing but the form of a document with 5,000 lines, as the largest there are; nothing of it is sent.
import { createRoot } from 'react-dom/client'
import LinesInput from '../../kit/fields/lines/web.tsx'
import { lines, money, quantity, text } from '../../kit/fields/shared.ts'
import { formatMoney, parseMoney } from '../../kit/shared/money.ts'
import type { InputProps, WireRow } from '../../kit/web/fieldUi.ts'
import { FormBody } from '../../kit/web/form/FormBody.tsx'
import { useDraft } from '../../kit/web/form/useDraft.ts'
import { useForm } from '../../kit/web/form/useForm.ts'
import { Providers } from '../../kit/web/shell/Providers.tsx'
import { signInAs } from './person.ts'

signInAs([])

/** as many as the address says */
const LINES = Number(new URLSearchParams(location.search).get('count') ?? 5000)
const line = {
  goods: text('商品', { max: 50, required: true }),
  num: quantity('数量', { required: true }),
  price: money('单价', { required: true }),
  amount: money('金额', { readOnly: true }),
  remark: text('备注', { max: 50 }),
}
const shape = { title: text('标题', { max: 50 }), lines: lines('明细', line, { max: LINES }) }

const amountOf = ({ num, price }: WireRow) => Number(num ?? 0) * (parseMoney(price) ?? 0)
const derive = (row: WireRow) => ({ amount: formatMoney(amountOf(row)) })
const START = {
  lines: Array.from({ length: LINES }, (_, at) => {
    const row = { goods: `商品${at + 1}`, num: (at % 9) + 1, price: '12.50', remark: '' }
    return { ...row, ...derive(row) }
  }),
}

const Lines = (props: InputProps) => (
  <LinesInput
    {...props}
    derive={derive}
    totals={(rows) => <span>合计 {formatMoney(rows.reduce((sum, row) => sum + amountOf(row), 0))}</span>}
  />
)
const INPUTS = { lines: { Input: Lines } }

function Page() {
  const held = useForm(shape, START, { inputs: INPUTS })
  const kept = useDraft('lines', held, INPUTS)
  return <FormBody form={{ ...held, kept }} inputs={INPUTS} />
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Providers>
      <Page />
    </Providers>,
  )
