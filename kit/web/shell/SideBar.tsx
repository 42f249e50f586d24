import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { SIDE } from '../theme.ts'
import type { MenuItem } from './calls.ts'
import { useKnown } from './house.ts'
import { useLayout } from './layout.ts'
import { SideMenu } from './SideMenu.tsx'

interface SideBarProps {
  menus: readonly MenuItem[]
  chain: readonly MenuItem[]
  mobile: boolean
  open: boolean
  onClose(): void
}

/** Logo and menu; on phones an overlay above the page. Platform §4.1, §4.2. */
export const SideBar = memo(function SideBar({ menus, chain, mobile, open, onClose }: SideBarProps) {
  const { settings } = useLayout()
  const side = useRef<HTMLElement>(null)
  const shown = mobile && open

  useEffect(() => {
    if (!shown) return
    const before = document.activeElement
    side.current?.querySelector<HTMLElement>('a')?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [shown, onClose])

  return (
    <>
      {shown && <div className="ts-shade" onClick={onClose} aria-hidden />}
      <aside
        id="side"
        ref={side}
        className={`ts-side ts-side-${settings.sideTheme}`}
        style={settings.sideTheme === 'dark' ? { background: SIDE } : undefined}
        hidden={mobile && !open}
      >
        {settings.sidebarLogo && <Logo open={open} />}
        <nav aria-label="主菜单" className="ts-side-menu">
          <SideMenu
            menus={menus}
            chain={chain}
            collapsed={!mobile && !open}
            theme={settings.sideTheme}
            withIcons={settings.navIcon}
          />
        </nav>
      </aside>
    </>
  )
})

function Logo({ open }: { open: boolean }) {
  const { siteName, logo, smallLogo } = useKnown()
  const picture = open ? logo : smallLogo
  return (
    <Link to="/" className="ts-logo" aria-label={`${siteName} 首页`}>
      {picture === '' ? <span>{open ? siteName : siteName.slice(0, 1)}</span> : <img src={picture} alt="" />}
    </Link>
  )
}
