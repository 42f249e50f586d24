import { Button, Form, Input, Select, Timeline } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { request } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { expressCalls, SIGNED_FOR, TRACE_STATES } from '../express.calls.ts'

interface Asked {
  com: string
  num: string
  phone?: string
}

/** 查询轨迹: where a parcel is, asked by hand. */
export function TraceSearch() {
  const { data: companies } = useCall(expressCalls.all, { type: 'normal' }, { quiet: true })
  const [running, setRunning] = useState(false)
  const [found, setFound] = useState<OutWireOf<typeof expressCalls.trace> | null>(null)
  const run = async ({ com, num, phone = '' }: Asked) => {
    setRunning(true)
    try {
      setFound(await request(expressCalls.trace, { com, num: num.trim(), phone: phone.trim() }))
    } catch {
      // The refusal has been shown.
      setFound(null)
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <p className="k-hint">每次查询使用 1 次物流查询次数；30 分钟内查询同一单号不重复计次。</p>
      <Form<Asked> layout="vertical" style={{ maxWidth: 480 }} onFinish={(asked) => void run(asked)}>
        <Form.Item name="com" label="快递公司" rules={[{ required: true, message: '请选择快递公司' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择"
            options={(companies ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Form.Item>
        <Form.Item name="num" label="快递单号" rules={[{ required: true, message: '请输入快递单号' }]}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="phone" label="手机号后四位" extra="收件人的，部分快递公司查询时需要">
          <Input maxLength={11} inputMode="numeric" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={running}>
          查询
        </Button>
      </Form>
      {found !== null && (
        <section style={{ marginTop: 24 }}>
          <p>
            当前状态{' '}
            <StateTag
              label={TRACE_STATES[found.state] ?? '未知'}
              means={found.state === SIGNED_FOR ? 'done' : 'runs'}
            />
          </p>
          {found.list.length === 0 ? (
            <Empty text="暂无物流轨迹" />
          ) : (
            <Timeline
              items={found.list.map(({ time, status, location }) => ({
                content: (
                  <>
                    {status}
                    <br />
                    <span className="k-hint">
                      {time} {location}
                    </span>
                  </>
                ),
              }))}
            />
          )}
        </section>
      )}
    </>
  )
}
