import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useStart } from '#kit/web/form/useStart.ts'
import { request } from '#kit/web/request.ts'
import { providerCalls } from './supplier.document.ts'

const { id: _id, ...SHAPE } = providerCalls.freight.shape
type Quote = OutWireOf<typeof providerCalls.freight>

/** 试算: what this carrier takes from one place to another. Catalog §7.2. */
export function FreightTrial({ id }: { id: number }) {
  const start = useStart(SHAPE, undefined, undefined)
  const form = useForm(SHAPE, start)
  const [quote, setQuote] = useState<Quote | null>(null)
  const [busy, setBusy] = useState(false)
  const calculate = async () => {
    if (!form.check()) return
    setBusy(true)
    try {
      setQuote(await request(providerCalls.freight, { ...form.input(false), id }))
    } catch {
      // The refusal has been shown.
      setQuote(null)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="k-section">
      <h3 className="k-group-title">试算</h3>
      <FormBody form={form} />
      <Button type="primary" loading={busy} onClick={() => void calculate()}>
        试算
      </Button>
      {quote !== null && <Result quote={quote} />}
    </section>
  )
}

function Result({ quote: [found] }: { quote: Quote }) {
  const time = found?.hours == null ? '' : `，时效 ${found.hours} 小时`
  return (
    <Alert
      role="status"
      type={found === undefined ? 'warning' : 'success'}
      showIcon
      title={found === undefined ? '没有适用的运价' : `运费 ${found.fee} 元${time}`}
      style={{ marginTop: 12 }}
    />
  )
}
