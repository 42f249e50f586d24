import {
  CompressOutlined,
  DownOutlined,
  ExpandOutlined,
  FontSizeOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Menu, type MenuProps } from 'antd'
import { Suspense, useSyncExternalStore } from 'react'
import { Link, useNavigate } from 'react-router'
import { hasPermission, useSession } from '../session.ts'
import { DENSITIES, densityOf, SIZES } from '../theme.ts'
import { toastWarning } from '../toast.ts'
import type { MenuItem } from './calls.ts'
import { badgeOf, theHouse } from './house.ts'
import { setDensity, useLayout } from './layout.ts'
import { isExternal } from './menu.ts'
import { toItem } from './SideMenu.tsx'

interface TopBarProps {
  mobile: boolean
  open: boolean
  onToggle(): void
  onSearch(): void
  onSettings(): void
  onLogout(): void
  crumbs: { chain: readonly MenuItem[]; title: string }
  /** with 顶部导航 on: the first level, and the one whose children the sidebar shows */
  topMenus: readonly MenuItem[] | null
  topChosen: MenuItem | undefined
  onTop(item: MenuItem): void
}

/** Everything above the tabs. Platform §4.1. */
export function TopBar(props: TopBarProps) {
  const { mobile, open, onToggle, onSearch, crumbs, topMenus } = props
  const { bell: Bell } = theHouse().slots
  const ToggleIcon = open ? MenuFoldOutlined : MenuUnfoldOutlined
  return (
    <div className="ts-top">
      <Button
        type="text"
        icon={<ToggleIcon />}
        aria-label={open ? '收起菜单' : '展开菜单'}
        aria-expanded={open}
        aria-controls="side"
        onClick={onToggle}
      />
      {topMenus && !mobile ? <TopMenu {...props} menus={topMenus} /> : <Crumbs {...crumbs} />}
      <div className="ts-top-tools">
        {!mobile && (
          <>
            <Button
              type="text"
              icon={<SearchOutlined />}
              aria-label="搜索"
              aria-keyshortcuts="Control+K"
              title="搜索 Ctrl+K"
              onClick={onSearch}
            />
            <FullscreenButton />
          </>
        )}
        <Suspense>{Bell && <Bell />}</Suspense>
        {!mobile && <DensityButton />}
        <PersonButton {...props} />
      </div>
    </div>
  )
}

function Crumbs({ chain, title }: TopBarProps['crumbs']) {
  const above = chain.filter((item) => item.name !== title)
  return (
    <nav aria-label="当前位置" className="ts-crumbs">
      <ol>
        {above.map((item) => (
          <li key={item.id}>
            {item.menuType === 'C' && item.component.startsWith('/') && !item.component.includes(':') ? (
              <Link to={item.component}>{item.name}</Link>
            ) : (
              item.name
            )}
          </li>
        ))}
        <li aria-current="page" title={title}>
          {title}
        </li>
      </ol>
    </nav>
  )
}

function TopMenu({ menus, topChosen, onTop }: TopBarProps & { menus: readonly MenuItem[] }) {
  const items: MenuProps['items'] = menus.map((item) =>
    item.childList.length > 0 ? { key: String(item.id), label: item.name } : toItem(item, false),
  )
  return (
    <nav aria-label="顶部导航" className="ts-topnav">
      <Menu
        mode="horizontal"
        selectedKeys={topChosen ? [String(topChosen.id)] : []}
        items={items}
        onClick={({ key }) => {
          const item = menus.find((one) => String(one.id) === key)
          if (item && !isExternal(item)) onTop(item)
        }}
      />
    </nav>
  )
}

function FullscreenButton() {
  const full = useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener)
      return () => document.removeEventListener('fullscreenchange', listener)
    },
    () => document.fullscreenElement !== null,
  )
  const toggle = () => {
    if (!document.fullscreenEnabled) toastWarning('you browser can not work')
    else if (full) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen()
  }
  const label = full ? '退出全屏' : '全屏'
  return (
    <Button
      type="text"
      icon={full ? <CompressOutlined /> : <ExpandOutlined />}
      aria-label={label}
      title={label}
      onClick={toggle}
    />
  )
}

function DensityButton() {
  const { density } = useLayout()
  const items = DENSITIES.map((key) => ({ key, label: SIZES[key].label }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [density],
        onClick: ({ key }) => setDensity(densityOf(key)),
      }}
    >
      <Button type="text" icon={<FontSizeOutlined />} aria-label="界面大小" title="界面大小" />
    </Dropdown>
  )
}

/** The name of a page with what waits behind it. */
function Counted({ path, label }: { path: string; label: string }) {
  const Badge = badgeOf(path)
  return (
    <>
      {label}
      {Badge && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
    </>
  )
}

function PersonButton({ mobile, onSettings, onLogout }: TopBarProps) {
  const navigate = useNavigate()
  const session = useSession()
  const name = session.person?.realName ?? ''
  const entries = [
    { key: '/', label: '首页' },
    { key: '/maintain/user', label: '个人中心', desktop: true },
    { key: '/file/downloadFile', label: '我的下载', desktop: true, permission: 'file:export:list' },
    { key: '/file/uploadFile', label: '我的上传', desktop: true, permission: 'file:import:list' },
    {
      key: '/myToTransact/allToTransactindex',
      label: '我的待办',
      desktop: true,
      permission: 'system:admin:my:task',
    },
    { key: 'settings', label: '布局设置' },
  ]
  const items: MenuProps['items'] = [
    ...entries
      .filter(({ desktop, permission }) => !(desktop && mobile) && (!permission || hasPermission(permission)))
      .map(({ key, label }) => ({ key, label: <Counted path={key} label={label} /> })),
    { type: 'divider' },
    { key: 'logout', label: '退出登录' },
  ]
  const onClick = ({ key }: { key: string }) => {
    if (key === 'settings') onSettings()
    else if (key === 'logout') onLogout()
    else void navigate(key)
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick }}>
      <Button type="text" className="ts-person" aria-label={`${name}，个人菜单`}>
        {session.avatar === '' ? (
          <UserOutlined className="ts-avatar" aria-hidden />
        ) : (
          <img className="ts-avatar" src={session.avatar} alt="" />
        )}
        <span className="ts-person-name">{name}</span>
        <DownOutlined className="ts-person-arrow" />
      </Button>
    </Dropdown>
  )
}
