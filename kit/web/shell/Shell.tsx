import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useRevalidator } from 'react-router'
import { confirm } from '../confirm.tsx'
import { openDialog } from '../host.tsx'
import { goToLogin } from '../navigate.ts'
import { resetSession, useSession } from '../session.ts'
import { declareSignIn } from '../signInAgain.ts'
import type { MenuItem } from './calls.ts'
import { refreshed } from './guard.ts'
import { theHouse, useKnown } from './house.ts'
import { setOpen, useLayout } from './layout.ts'
import { visible } from './menu.ts'
import { Offline } from './Offline.tsx'
import { rememberOpened } from './opened.ts'
import { PageLoading } from './PageStates.tsx'
import { Providers } from './Providers.tsx'
import { crumbsOf } from './places.ts'
import { SideBar } from './SideBar.tsx'
import { TabBar } from './TabBar.tsx'
import { TabPage } from './TabPages.tsx'
import { TopBar } from './TopBar.tsx'
import { fullPath } from './tabs.ts'
import { clearUnread } from './unread.ts'
import { useMobile } from './useMobile.ts'
import { useTabs } from './useTabs.ts'
import { countVisit } from './visits.ts'
import { WaitingPages } from './Waiting.tsx'
import { Watermark } from './Watermark.tsx'

const Search = lazy(() => import('./Search.tsx'))
const PasswordWarning = lazy(() => import('./PasswordWarning.tsx'))
const SettingsDrawer = lazy(() => import('./SettingsDrawer.tsx'))

/** The application around its pages. Platform §4. */
export default function Shell() {
  const { isLogin, person } = useSession()
  const { menus, watermark } = useKnown()
  const { revalidate } = useRevalidator()
  const missing = isLogin && !(person && menus)
  // Another window of the browser signed out, or signed in as somebody else.
  useEffect(() => {
    if (!isLogin) goToLogin()
    else if (missing) void revalidate()
  }, [isLogin, missing, revalidate])
  return (
    <Providers>
      {person && menus ? (
        <WaitingPages key={person.id}>
          <House adminId={person.id} menus={menus} />
        </WaitingPages>
      ) : (
        <PageLoading />
      )}
      {person && watermark && <Watermark person={person} />}
    </Providers>
  )
}

function House({ adminId, menus }: { adminId: number; menus: readonly MenuItem[] }) {
  const location = useLocation()
  const move = useNavigationType()
  const navigate = useNavigate()
  const mobile = useMobile()
  const { settings, open } = useLayout()
  const left = usePasswordDays()
  const { siteName } = useKnown()
  const [overlay, setOverlay] = useState(false)
  const [searching, setSearching] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [topPicked, setTopPicked] = useState<number | null>(null)
  const path = fullPath(location)
  const again = refreshed(path)
  const { tabs, actions } = useTabs(adminId, again === null ? location : null, move)
  const active = tabs.list.find((tab) => tab.key === tabs.active)
  const title = active?.ownTitle || active?.title || ''
  const crumbs = useCrumbs(active?.at.pathname ?? location.pathname, menus)

  useRefresh(again, actions.refresh)
  useScroll(active?.id, tabs.seen?.key, move === 'PUSH')
  useSizeAdvice()
  useEffect(() => declareSignIn(askSignIn), [])

  useEffect(() => {
    document.title = settings.dynamicTitle && title !== '' ? `${title} - ${siteName}` : siteName
  }, [settings.dynamicTitle, title, siteName])

  // The overlay closes on each change of the page.
  const [shownAt, setShownAt] = useState(location.key)
  if (shownAt !== location.key) {
    setShownAt(location.key)
    setOverlay(false)
    setTopPicked(null)
  }

  useEffect(() => {
    countVisit(adminId, location.pathname)
  }, [adminId, location.pathname])

  const record = active?.ownTitle ? active.at.pathname : ''
  useEffect(() => {
    if (record !== '') rememberOpened(adminId, { url: record, name: title })
  }, [adminId, record, title])

  useEffect(() => {
    if (location.pathname === '/kefu/im') clearUnread()
  }, [location])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (mobile || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [mobile])

  const closeTabs = useCallback(
    async (keys: readonly string[], goTo?: string) => {
      const unsaved = actions.unsavedOf(keys)
      const names = unsaved.map((tab) => tab.ownTitle || tab.title).join('、')
      if (unsaved.length > 0 && !(await confirm(`${names}有未保存的修改，确定关闭吗？`))) return
      actions.close(keys, goTo)
    },
    [actions],
  )

  const logout = async () => {
    const unsaved = actions.unsavedOf(tabs.list.map((tab) => tab.key))
    if (unsaved.length > 0 && !(await confirm('有未保存的修改，确定退出登录吗？'))) return
    // The session ends on this side even when the server cannot be reached.
    await theHouse()
      .calls.logout()
      .catch((error: unknown) => console.error(error))
    resetSession()
    goToLogin()
  }

  const shown = useMemo(() => visible(menus), [menus])
  const closeOverlay = useCallback(() => setOverlay(false), [])
  const currentTop = shown.find((item) => item.id === (topPicked ?? crumbs.chain[0]?.id))
  const split = settings.topNav && !mobile
  const sideMenus = split ? (currentTop?.childList ?? NO_MENUS) : shown
  const chain = useMemo(() => (split ? crumbs.chain.slice(1) : crumbs.chain), [split, crumbs])
  const sideOpen = mobile ? overlay : open
  const frame = [
    'ts-frame',
    mobile ? 'ts-mobile' : open ? 'ts-open' : 'ts-closed',
    settings.fixedHeader ? 'ts-fixed' : '',
  ]

  return (
    <div className={frame.join(' ')}>
      <a className="ts-skip" href="#main">
        跳到主要内容
      </a>
      <SideBar menus={sideMenus} chain={chain} mobile={mobile} open={sideOpen} onClose={closeOverlay} />
      <div className="ts-body" inert={mobile && overlay}>
        <header className="ts-header">
          <TopBar
            mobile={mobile}
            open={sideOpen}
            onToggle={() => (mobile ? setOverlay(true) : setOpen(!open))}
            onSearch={() => setSearching(true)}
            onSettings={() => setDrawer(true)}
            onLogout={() => void logout()}
            crumbs={{ ...crumbs, title: title || crumbs.title }}
            topMenus={settings.topNav ? shown : null}
            topChosen={currentTop}
            onTop={(item) => setTopPicked(item.id)}
          />
          <Offline />
          {settings.tagsView && !mobile && <TabBar tabs={tabs} onClose={closeTabs} />}
        </header>
        <main id="main" className="ts-main" tabIndex={-1}>
          <Suspense>{left !== null && <PasswordWarning days={left} />}</Suspense>
          {tabs.list
            .filter((tab) => tab.held)
            .map((tab) => (
              <TabPage
                key={tab.id}
                tab={tab}
                active={again === null && tab.key === tabs.active}
                actions={actions}
                onClose={closeTabs}
              />
            ))}
        </main>
      </div>
      <Suspense>
        {searching && (
          <Search
            adminId={adminId}
            menus={menus}
            onClose={() => setSearching(false)}
            onOpen={(url) => {
              setSearching(false)
              if (url.startsWith('/')) void navigate(url)
              else window.open(url, '_blank', 'noopener')
            }}
          />
        )}
        {drawer && <SettingsDrawer onClose={() => setDrawer(false)} />}
      </Suspense>
    </div>
  )
}

/** The login over the page, where the product brings one. */
async function askSignIn(): Promise<boolean> {
  const { signIn: SignIn } = theHouse().slots
  if (SignIn === undefined) return false
  return openDialog<boolean>((close) => (
    <Suspense fallback={null}>
      <SignIn onDone={close} />
    </Suspense>
  ))
}

const NO_MENUS: readonly MenuItem[] = []

/** The way to a page. The sidebar is dear to draw: it is to see the same chain as long as the page is the same. */
function useCrumbs(pathname: string, menus: readonly MenuItem[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: crumbsOf looks into the menu.
  return useMemo(() => crumbsOf(pathname), [pathname, menus])
}

/** Carries out a refresh: the page is dropped, then its address is opened again. Platform §4.3. */
function useRefresh(path: string | null, refresh: (path: string) => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (path === null) return
    refresh(path)
    void navigate(path, { replace: true })
  }, [path, refresh, navigate])
}

/**
 * A page that comes to the front stands where it stood when it was left, a new one at the top; a move inside a page
 * begins at the top as well. Platform §2.5.
 */
function useScroll(page: number | undefined, place: string | undefined, moved: boolean): void {
  const heights = useRef(new Map<number, number>())
  const front = useRef<number>(undefined)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => {
      if (front.current !== undefined) heights.current.set(front.current, window.scrollY)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: place stands for the move itself.
  useLayoutEffect(() => {
    if (page === undefined) return
    if (front.current !== page) window.scrollTo(0, heights.current.get(page) ?? 0)
    else if (moved) window.scrollTo(0, 0)
    front.current = page
  }, [page, place, moved])
}

const SIZE_ADVICE_MS = 180_000

/** Image slots show their size advice unasked during the first three minutes. Platform §4.5. */
function useSizeAdvice(): void {
  useEffect(() => {
    localStorage.setItem('showFigSize', 'true')
    const timer = setInterval(() => localStorage.setItem('showFigSize', 'false'), SIZE_ADVICE_MS)
    return () => clearInterval(timer)
  }, [])
}

/** Days the password is still good, when the person is to be reminded of it. Platform §2.6. */
function usePasswordDays(): number | null {
  const { person } = useSession()
  const left = person?.pwdLeftDays ?? null
  return !person || left === null || left > person.pwdWarnDays || person.pwdExpired === 1 ? null : left
}
