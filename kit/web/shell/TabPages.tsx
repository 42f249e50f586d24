import { Activity, memo, Suspense, useMemo } from 'react'
import { useRoutes } from 'react-router'
import { type Tab as PageTab, TabContext } from '../tab.ts'
import { PageLoading, PageTrouble } from './PageStates.tsx'
import { pageRoutes } from './pages.tsx'
import { fullPath, type Place, type Tab } from './tabs.ts'
import type { TabActions } from './useTabs.ts'

/** The page at a place. `useRoutes` with a place gives it a location of its own: only this tab's moves change it. */
const PageAt = memo(function PageAt({ place }: { place: Place }) {
  return useRoutes(pageRoutes(place.pathname), place)
})

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
