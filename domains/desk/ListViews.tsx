import { DeleteOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { hasPermission } from '#kit/web/session.ts'
import type { ViewsProps } from '#kit/web/shell/calls.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { deskCalls } from './desk.calls.ts'
import { listView, sharingPermission, type ViewState } from './listView.entity.ts'
import './desk.css'

type View = OutWireOf<typeof deskCalls.views>[number]

const FRESH_MS = 60_000
const WIDTH = 420
const USUAL: ViewState = {
  filters: {},
  sortBy: '',
  sortOrder: 'desc',
  columns: { order: [], hidden: [] },
}
const { viewName, shared, isDefault } = listView.shape

const same = (one: ViewState, other: ViewState): boolean =>
  one.sortBy === other.sortBy &&
  (one.sortBy === '' || one.sortOrder === other.sortOrder) &&
  Object.keys(one.filters).length === Object.keys(other.filters).length &&
  Object.entries(one.filters).every(([name, value]) => other.filters[name] === value) &&
  one.columns.order.join() === other.columns.order.join() &&
  one.columns.hidden.join() === other.columns.hidden.join()

/** 视图 of a list: its filters, order and columns under names, one of which it begins with. Screens §2. */
export default function ListViews({ screen, now, onChoose }: ViewsProps) {
  const { data } = useCall(deskCalls.views, { screen }, { quiet: true, fresh: FRESH_MS })
  const [open, setOpen] = useState(false)
  const phone = useIsPhone()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || data === undefined) return
    begun.current = true
    // Own ones stand before those that are shared. What the address asks for goes before.
    const first = data.find((one) => one.isDefault === 1)
    if (first !== undefined && now.sortBy === '' && Object.keys(now.filters).length === 0)
      onChoose(first.state)
  }, [data, now, onChoose])
  const active = data?.find((one) => same(one.state, now))
  const choose = (state: ViewState) => {
    setOpen(false)
    onChoose(state)
  }
  const save = () => {
    setOpen(false)
    const mayShare = hasPermission(sharingPermission(screen))
    void openForm({
      of: listView,
      calls: { save: deskCalls.saveView },
      id: null,
      title: '保存视图',
      width: WIDTH,
      shape: { viewName, ...(mayShare && { shared }), isDefault },
      inputs: { viewName: { help: '与已有视图同名时，替换该视图' } },
      ...(active?.mayEdit && {
        initial: { viewName: active.viewName, shared: active.shared, isDefault: active.isDefault },
      }),
      complete: (input) => ({ ...input, screen, state: now }),
      success: '已保存视图',
    })
  }
  const panel = (
    <div className="k-columns">
      {(data ?? []).map((view) => (
        <Line key={view.id} view={view} onChoose={() => choose(view.state)} />
      ))}
      <div className="k-columns-line">
        <Button type="link" size="small" onClick={save}>
          保存当前视图
        </Button>
        <Button type="link" size="small" onClick={() => choose(USUAL)}>
          恢复默认
        </Button>
      </div>
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="视图"
      content={panel}
      open={open}
      onOpenChange={setOpen}
    >
      <Button icon={<EyeOutlined />} aria-label={active?.viewName ?? '视图'}>
        {active?.viewName ?? (phone ? null : '视图')}
      </Button>
    </Popover>
  )
}

function Line({ view, onChoose }: { view: View; onChoose(): void }) {
  const { id, viewName, shared, isDefault, mayEdit } = view
  const remove = async () => {
    const question =
      shared === 1
        ? `视图“${viewName}”是共享的，删除后所有人都不能再使用，确定删除吗？`
        : `确定删除视图“${viewName}”吗？`
    if (await confirm(question, { danger: true }))
      await change(deskCalls.removeView, { id }, { success: '删除成功' }).catch(() => undefined)
  }
  return (
    <div className="k-columns-line">
      <Button type="link" size="small" onClick={onChoose}>
        {viewName}
      </Button>
      <span>
        {isDefault === 1 && <StateTag label="默认" />}
        {shared === 1 && <StateTag label="共享" />}
        {mayEdit && (
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`删除视图${viewName}`}
            onClick={() => void remove()}
          />
        )}
      </span>
    </div>
  )
}
