import { DeleteOutlined, HistoryOutlined, SendOutlined } from '@ant-design/icons'
import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { STALE } from '#kit/shared/errors.ts'
import { formatTime } from '#kit/shared/time.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { LEAVE, useUnsaved } from '#kit/web/form/useForm.ts'
import { CallError } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { ButtonForm } from './ButtonForm.tsx'
import { openMenuHistory } from './MenuHistory.tsx'
import { MenuPhone } from './MenuPhone.tsx'
import { menuCalls } from './menu.calls.ts'
import { buttonAt, type Place, placeOf, withMoved, withNew, without, withValues } from './menu.draft.ts'
import { menuErrors } from './menu.rules.ts'
import '../wechat.css'

type Menu = OutWireOf<typeof menuCalls.read>
type Errors = Readonly<Record<string, string>>

const byPath = (errors: readonly { field: string; message: string }[]): Errors =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

/** 微信菜单. Platform §11.1. */
export default function WxMenus() {
  const [reading, setReading] = useState(0)
  /** what the platform said against the draft */
  const [trouble, setTrouble] = useState('')
  const { data, error, isFetchedAfterMount, refetch } = useCall(menuCalls.read, {}, { quiet: true })
  const reload = async (said = '') => {
    await refetch()
    setTrouble(said)
    setReading((count) => count + 1)
  }
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  // What was read before may be old: a save from it would only be refused.
  if (data === undefined || !isFetchedAfterMount) return <Loading rows={8} />
  return <Editor key={reading} stored={data} trouble={trouble} onReload={reload} />
}

interface EditorProps {
  stored: Menu
  trouble: string
  onReload(said?: string): Promise<void>
}

function Editor({ stored, trouble, onReload }: EditorProps) {
  const { version } = stored
  const [menu, setMenu] = useState(stored.menu.button)
  const [chosen, setChosen] = useState<Place | null>(menu.length === 0 ? null : { at: 0, below: null })
  const [errors, setErrors] = useState<Errors>({})
  const [sending, setSending] = useState(false)
  const dirty = menu !== stored.menu.button
  useUnsaved(dirty)
  const readOnly = !mayCall(menuCalls.create)
  const edit = (next: typeof menu) => {
    setMenu(next)
    setErrors({})
  }

  const show = (found: Errors) => {
    setErrors(found)
    const [[path, message] = ['', '']] = Object.entries(found)
    toastError(message)
    setChosen(placeOf(path) ?? chosen)
  }
  const publish = async () => {
    const found = byPath(menuErrors(menu))
    if (Object.keys(found).length > 0) {
      show(found)
      return
    }
    setSending(true)
    try {
      await change(menuCalls.create, { button: menu, version }, { quiet: true })
      // Told when the menu stands as it was stored: what is pressed before that would be drawn anew under the pointer.
      await onReload()
      toastSuccess('提交成功')
    } catch (cause) {
      if (cause instanceof CallError) await refused(cause)
    } finally {
      setSending(false)
    }
  }
  const refused = async (cause: CallError) => {
    if (cause.fields.length > 0) show(byPath(cause.fields))
    else if (cause.message === STALE) {
      if (await confirm(`${STALE}。刷新后未保存的修改会丢失，是否刷新？`)) await onReload()
    } else if (cause.code === 0) toastError(cause.message)
    // The platform would not take it, but it is kept: its new version is needed for the next try.
    else await onReload(cause.message)
  }
  const withdraw = async () => {
    if (!(await confirm('删除后公众号不再显示菜单，确定删除吗？', { danger: true }))) return
    try {
      await change(menuCalls.remove, { version })
      await onReload()
      toastSuccess('删除成功')
    } catch {
      // The refusal has been shown; the menu stays.
    }
  }
  const history = async () => {
    if (dirty && !(await confirm(LEAVE))) return
    if (!(await openMenuHistory(version))) return
    await onReload()
    toastSuccess('操作成功')
  }
  const remove = async (place: Place) => {
    const below = place.below === null ? (menu[place.at]?.sub_button.length ?? 0) : 0
    if (below > 0 && !(await confirm(`该菜单下的${below}个二级菜单也会删除，确定删除吗？`))) return
    edit(without(menu, place))
    setChosen(place.below === null ? null : { at: place.at, below: null })
  }
  const button = chosen === null ? null : buttonAt(menu, chosen)
  return (
    <div className="k-page">
      {trouble !== '' && (
        <Alert
          type="error"
          showIcon
          title={trouble}
          description="菜单已保存为草稿，修改后可再次发布"
          style={{ marginBottom: 16 }}
        />
      )}
      <div className="k-list-bar">
        <Space wrap>
          {!readOnly && (
            <Button type="primary" icon={<SendOutlined />} loading={sending} onClick={() => void publish()}>
              保存并发布
            </Button>
          )}
          {mayCall(menuCalls.history) && (
            <Button icon={<HistoryOutlined />} onClick={() => void history()}>
              发布历史
            </Button>
          )}
          {mayCall(menuCalls.remove) && (
            <Button danger icon={<DeleteOutlined />} onClick={() => void withdraw()}>
              删除菜单
            </Button>
          )}
        </Space>
        <State stored={stored} dirty={dirty} />
      </div>
      <div className="wx-halves">
        <MenuPhone
          menu={menu}
          chosen={chosen}
          wrong={Object.keys(errors)}
          readOnly={readOnly}
          onChoose={setChosen}
          onAdd={(under) => {
            const added = withNew(menu, under)
            edit(added.menu)
            setChosen(added.place)
          }}
          onMove={(place, to) => {
            const moved = withMoved(menu, place, to)
            if (moved === null) return
            edit(moved.menu)
            setChosen(moved.place)
          }}
        />
        {chosen === null || button === null ? (
          <Empty text={menu.length === 0 ? '还没有菜单，点击手机下方的加号新增' : '请选择要编辑的菜单'} />
        ) : (
          <ButtonForm
            place={chosen}
            button={button}
            errors={errors}
            unanswered={stored.unanswered}
            readOnly={readOnly}
            onChange={(values) => edit(withValues(menu, chosen, values))}
            onRemove={() => void remove(chosen)}
          />
        )}
      </div>
    </div>
  )
}

function State({ stored, dirty }: { stored: Menu; dirty: boolean }) {
  const { draft, publishTime, publishBy } = stored
  return (
    <Space wrap role="status">
      {dirty ? (
        <StateTag label="未保存" means="waits" />
      ) : draft ? (
        <StateTag label="草稿，未发布" means="waits" />
      ) : publishTime === null ? (
        <StateTag label="未在此发布" />
      ) : (
        <StateTag label="已发布" means="done" />
      )}
      {publishTime !== null && (
        <span className="k-hint">
          上次发布 {formatTime(publishTime)} {publishBy}
        </span>
      )}
    </Space>
  )
}
