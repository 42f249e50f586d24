import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { fullPath, type Tab, type Tabs } from './tabs.ts'
import { useUnread } from './unread.ts'

const LONG_PRESS_MS = 600

interface TabBarProps {
  tabs: Tabs
  /** asks about unsaved changes, then closes */
  onClose(keys: readonly string[]): Promise<void>
}

/** The bar of open pages. Platform §4.3. */
export const TabBar = memo(function TabBar({ tabs, onClose }: TabBarProps) {
  const navigate = useNavigate()
  const bar = useRef<HTMLDivElement>(null)
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const listed = tabs.list.filter((tab) => tab.listed)
  const overflows = useOverflow(bar, tabs.list)

  const front = listed.find(({ key }) => key === tabs.active)
  const title = front?.ownTitle || front?.title
  // Its name comes with what it shows, and may be longer than that of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer name takes more room.
  useEffect(() => {
    bar.current
      ?.querySelector(`[data-key="${CSS.escape(tabs.active)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tabs.active, title])

  const act = (tab: Tab, action: string) => {
    setMenuFor(null)
    const keys = listed.map((one) => one.key)
    if (action === 'refresh') void navigate(`/redirect${fullPath(tab.at)}`, { replace: true })
    else if (action === 'close') void onClose([tab.key])
    else if (action === 'all') void onClose(keys)
    else {
      void onClose(keys.filter((key) => key !== tab.key))
      void navigate(fullPath(tab.at))
    }
  }

  const onKey = (event: KeyboardEvent<HTMLElement>, tab: Tab) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -listed.length,
      End: listed.length,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const at = Math.min(listed.length - 1, Math.max(0, listed.indexOf(tab) + step))
      bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      void navigate(fullPath(tab.at))
    } else if (event.key === 'Delete' && !tab.pinned) void onClose([tab.key])
  }

  return (
    <div className="ts-tab-bar">
      <div className="ts-tabs" role="tablist" aria-label="已打开的页面" ref={bar}>
        {listed.map((tab) => (
          <TabHead
            key={tab.key}
            tab={tab}
            active={tab.key === tabs.active}
            menuOpen={menuFor === tab.key}
            onMenu={(open) => setMenuFor(open ? tab.key : null)}
            onAction={(action) => act(tab, action)}
            onSelect={() => void navigate(fullPath(tab.at))}
            onKey={(event) => onKey(event, tab)}
          />
        ))}
      </div>
      {overflows && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectedKeys: [tabs.active],
            items: listed.map((tab) => ({ key: tab.key, label: tab.ownTitle || tab.title })),
            onClick: ({ key }) => {
              const tab = listed.find((one) => one.key === key)
              if (tab !== undefined) void navigate(fullPath(tab.at))
            },
          }}
        >
          <button type="button" className="ts-tabs-all" aria-label={`全部${listed.length}个已打开的页面`}>
            <DownOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
    </div>
  )
})

/** Whether the tabs need more room than there is. */
function useOverflow(bar: RefObject<HTMLElement | null>, tabs: readonly Tab[]): boolean {
  const [overflows, setOverflows] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs need other room.
  useEffect(() => {
    const element = bar.current
    if (element === null) return
    // It looks first when the page is laid out, which then need not be done twice.
    const watch = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    watch.observe(element)
    return () => watch.disconnect()
  }, [bar, tabs])
  return overflows
}

interface TabHeadProps {
  tab: Tab
  active: boolean
  menuOpen: boolean
  onMenu(open: boolean): void
  onAction(action: string): void
  onSelect(): void
  onKey(event: KeyboardEvent<HTMLElement>): void
}

function TabHead({ tab, active, menuOpen, onMenu, onAction, onSelect, onKey }: TabHeadProps) {
  const unread = useUnread() && tab.at.pathname === '/kefu/im'
  const pressing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = () => clearTimeout(pressing.current)
  const title = tab.ownTitle || tab.title
  const items: MenuProps['items'] = [
    { key: 'refresh', label: '刷新' },
    { key: 'close', label: '关闭', disabled: tab.pinned },
    { key: 'others', label: '关闭其他' },
    { key: 'all', label: '关闭所有' },
  ]
  return (
    <Dropdown
      trigger={['contextMenu']}
      open={menuOpen}
      onOpenChange={onMenu}
      menu={{ items, onClick: ({ key }) => onAction(key) }}
    >
      <div
        className={active ? 'ts-tab ts-tab-active' : 'ts-tab'}
        role="tab"
        tabIndex={active ? 0 : -1}
        aria-selected={active}
        aria-controls={tab.held ? `page-${tab.id}` : undefined}
        data-key={tab.key}
        title={title}
        onClick={onSelect}
        onKeyDown={onKey}
        onMouseDown={(event) => {
          // The middle button would start scrolling.
          if (event.button === 1) event.preventDefault()
        }}
        onAuxClick={(event) => {
          if (event.button === 1 && !tab.pinned) onAction('close')
        }}
        onPointerDown={(event) => {
          if (event.pointerType === 'touch') pressing.current = setTimeout(() => onMenu(true), LONG_PRESS_MS)
        }}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onPointerMove={letGo}
      >
        {tab.unsaved && <span className="ts-tab-unsaved" title="有未保存的修改" />}
        <span className="ts-tab-title">{title}</span>
        {unread && (
          <span className="ts-tab-dot">
            <span className="ts-unseen">有未读消息</span>
          </span>
        )}
        {!tab.pinned && (
          <CloseOutlined
            className="ts-tab-close"
            aria-hidden
            onClick={(event) => {
              event.stopPropagation()
              onAction('close')
            }}
          />
        )}
      </div>
    </Dropdown>
  )
}
