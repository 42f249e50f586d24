import { Alert, Button, Checkbox, Form, Modal } from 'antd'
import { useState } from 'react'
import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { adminHandover, adminOpenWork } from './admin.calls.ts'
import '../access.css'

interface Person {
  id: number
  realName: string
}
type Done = OutWireOf<typeof adminHandover>

const TAKER = ref('接收人', 'admin', { required: true })

/** 离职交接: what somebody holds goes to another, and the account is disabled with it. Platform §6.1. */
export function openHandover(person: Person): Promise<null> {
  return openDialog<null>((close) => <HandoverModal person={person} onClose={() => close(null)} />)
}

function HandoverModal({ person, onClose }: { person: Person; onClose(): void }) {
  const work = useCall(adminOpenWork, { id: person.id }, { quiet: true })
  const [left, setLeft] = useState<readonly string[]>([])
  const [takerId, setTakerId] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [running, setRunning] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const held = work.data?.filter(({ n }) => n > 0) ?? []

  const run = async () => {
    setMissing(takerId === null)
    if (takerId === null) return
    if (!(await confirm(`交接后“${person.realName}”的账号将停用并立即下线，确定交接吗？`, { danger: true })))
      return
    setRunning(true)
    const items = held.map(({ kind }) => kind).filter((kind) => !left.includes(kind))
    try {
      setDone(
        await change(
          adminHandover,
          { fromId: person.id, toId: takerId, items },
          { touches: ['/admin/system/admin'] },
        ),
      )
    } finally {
      setRunning(false)
    }
  }

  return (
    <Modal
      open
      title={`离职交接：${person.realName}`}
      width={520}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        done === null ? (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              loading={running}
              disabled={work.data === undefined}
              onClick={() => void run()}
            >
              交接并停用
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            关闭
          </Button>
        )
      }
    >
      {done !== null ? (
        <Result done={done} />
      ) : work.error !== null ? (
        <ErrorState error={work.error} onRetry={() => void work.refetch()} />
      ) : work.data === undefined ? (
        <Loading />
      ) : (
        <Form component={false} layout="vertical" requiredMark>
          <Form.Item
            label={TAKER.label}
            htmlFor="handover-taker"
            required
            {...(isMissing ? { validateStatus: 'error', help: '请选择接收人' } : {})}
          >
            <RefSelect
              id="handover-taker"
              field={TAKER}
              placeholder="请选择"
              value={takerId === null ? [] : [takerId]}
              onChange={([id]) => setTakerId(id ?? null)}
            />
          </Form.Item>
          <Form.Item label="交接事项">
            {held.length === 0 ? (
              <Empty text="没有待交接的事项，将只停用账号" />
            ) : (
              held.map(({ kind, label, n }) => (
                <div key={kind}>
                  <Checkbox
                    checked={!left.includes(kind)}
                    onChange={({ target }) =>
                      setLeft(target.checked ? left.filter((one) => one !== kind) : [...left, kind])
                    }
                  >
                    {label}（{n}项）
                  </Checkbox>
                </div>
              ))
            )}
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

function Result({ done }: { done: Done }) {
  return (
    <>
      <Alert
        showIcon
        type={done.disabled ? 'success' : 'warning'}
        title={done.disabled ? '交接完成，账号已停用' : '部分事项未能交接，账号保持启用'}
        style={{ marginBottom: 12 }}
      />
      <ul className="acc-results">
        {done.results.map(({ kind, label, n, message }) => (
          <li key={kind}>
            {label}：{message === '' ? `已交接${n}项` : message}
          </li>
        ))}
      </ul>
    </>
  )
}
