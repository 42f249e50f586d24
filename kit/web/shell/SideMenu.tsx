import { Menu, type MenuProps } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import type { MenuItem } from './calls.ts'
import { badgeOf } from './house.ts'
import { NamedIcon } from './icons.tsx'
import { isExternal } from './menu.ts'
import { PageLink } from './PageLink.tsx'
import { WaitingBadge } from './Waiting.tsx'

type Item = NonNullable<MenuProps['items']>[number]

interface SideMenuProps {
  menus: readonly MenuItem[]
  /** the highlighted page with its ancestors */
  chain: readonly MenuItem[]
  collapsed: boolean
  theme: 'dark' | 'light'
  withIcons: boolean
}

/** The menu of the sidebar; closed, its directories fly out. Platform §4.1. */
export function SideMenu({ menus, chain, collapsed, theme, withIcons }: SideMenuProps) {
  const current = chain.map((item) => String(item.id))
  const page = current.at(-1)
  const [open, setOpen] = useState<{ page: string | undefined; keys: string[] }>({ page, keys: current })
  // Another page opens the directories above it; what the person opened stays open.
  if (open.page !== page) setOpen({ page, keys: [...new Set([...open.keys, ...current])] })
  const items = useMemo(() => menus.map((item) => toItem(item, withIcons)), [menus, withIcons])
  return (
    <Menu
      mode="inline"
      theme={theme}
      inlineCollapsed={collapsed}
      inlineIndent={16}
      selectedKeys={page === undefined ? [] : [page]}
      {...(collapsed ? {} : { openKeys: open.keys, onOpenChange: (keys) => setOpen({ page, keys }) })}
      items={items}
    />
  )
}

const pagesOf = ({ component, childList }: MenuItem): string[] => [component, ...childList.flatMap(pagesOf)]

/** A menu node as an item of antd's menu; what waits behind a closed directory stands beside it. */
export function toItem(item: MenuItem, withIcons: boolean): Item {
  const icon = withIcons && item.icon !== '' ? <NamedIcon name={item.icon} /> : null
  const common = { key: String(item.id), title: item.name, icon }
  if (item.childList.length > 0)
    return {
      ...common,
      label: (
        <>
          {item.name}
          <WaitingBadge pages={pagesOf(item)} />
        </>
      ),
      children: item.childList.map((child) => toItem(child, withIcons)),
    }
  if (isExternal(item))
    return {
      ...common,
      label: (
        <a href={item.component} target="_blank" rel="noreferrer">
          {item.name}
        </a>
      ),
    }
  const Badge = badgeOf(item.component)
  return {
    ...common,
    label: (
      <>
        <PageLink to={item.component}>{item.name}</PageLink>
        {Badge && (
          <Suspense>
            <Badge />
          </Suspense>
        )}
        <WaitingBadge pages={[item.component]} />
      </>
    ),
  }
}
