import { Activity, type ContextType, memo, Suspense, useMemo } from 'react'
import {
  NavigationType,
  type RouteObject,
  UNSAFE_LocationContext,
  UNSAFE_RouteContext,
  useRoutes,
} from 'react-router'
import { type Tab as PageTab, TabContext } from '../tab.ts'
import { PageLoading, PageTrouble } from './PageStates.tsx'
import { pageRoutes } from './pages.tsx'
import { fullPath, type Place, type Tab } from './tabs.ts'
import type { TabActions } from './useTabs.ts'

/** Pages stand below no route: their paths are whole. */
const NO_ROUTE: ContextType<typeof UNSAFE_RouteContext> = { outlet: null, matches: [], isDataRoute: false }

/**
 * The page at a place, which is all it sees of the router: only the moves of its own tab draw it anew. `useRoutes` with a
 * place looks at the address of the browser as well, and would draw the pages of all tabs with every move.
 */
const PageAt = memo(function PageAt({ place }: { place: Place }) {
  const own = useMemo(
    () => ({ location: { ...place, mask: undefined }, navigationType: NavigationType.Pop }),
    [place],
  )
  return (
    <UNSAFE_RouteContext value={NO_ROUTE}>
      <UNSAFE_LocationContext value={own}>
        <Routed routes={pageRoutes(place.pathname)} />
      </UNSAFE_LocationContext>
    </UNSAFE_RouteContext>
  )
})

const Routed = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes)

interface TabPageProps {
  tab: Tab
  active: boolean
  actions: TabActions
  /** asks about unsaved changes, then closes */
  onClose(keys: readonly string[], goTo?: string): void
}

/** The kept page of a tab: hidden it keeps its state and stops its effects. Platform §4.3. */
export const TabPage = memo(function TabPage({ tab, active, actions, onClose }: TabPageProps) {
  const { key } = tab
  const own = useMemo<PageTab>(
    () => ({
      setDirty: (unsaved) => actions.change(key, { unsaved }),
      setTitle: (ownTitle) => actions.change(key, { ownTitle }),
      close: (to) => onClose([key], to),
    }),
    [key, actions, onClose],
  )
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div
        id={`page-${tab.id}`}
        className="ts-page"
        data-place={fullPath(tab.at)}
        role="tabpanel"
        aria-label={tab.ownTitle || tab.title}
      >
        <TabContext value={own}>
          <PageTrouble path={fullPath(tab.at)}>
            <Suspense fallback={<PageLoading />}>
              <PageAt place={tab.at} />
            </Suspense>
          </PageTrouble>
        </TabContext>
      </div>
    </Activity>
  )
})
