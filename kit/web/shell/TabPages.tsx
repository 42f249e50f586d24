import { Activity, lazy, memo, Suspense, useMemo } from 'react'
import { type RouteObject, useRoutes } from 'react-router'
import { type Tab as PageTab, TabContext } from '../tab.ts'
import { theHouse } from './house.ts'
import { ownRoutes } from './ownRoutes.ts'
import { PageLoading, PageTrouble } from './PageStates.tsx'
import { fullPath, type Place, type Tab } from './tabs.ts'
import type { TabActions } from './useTabs.ts'

let built: RouteObject[] | undefined

/** The pages inside the shell as router routes; made once, so that every tab shares the loaded code. */
function pageRoutes(): RouteObject[] {
  built ??= [...ownRoutes, ...theHouse().routes].map(({ path, lazy: load }) => {
    const Page = lazy(load)
    return { path, element: <Page /> }
  })
  return built
}

/** The page at a place. `useRoutes` with a place gives it a location of its own: only this tab's moves reach it. */
const PageAt = memo(function PageAt({ place }: { place: Place }) {
  return useRoutes(pageRoutes(), place)
})

interface TabPageProps {
  tab: Tab
  active: boolean
  actions: TabActions
  /** asks about unsaved changes, then closes */
  onClose(keys: readonly string[], goTo?: string): void
}

/** The kept page of a tab: hidden it keeps its state and stops its effects. Platform §4.3. */
export function TabPage({ tab, active, actions, onClose }: TabPageProps) {
  const { key } = tab
  const own = useMemo<PageTab>(
    () => ({
      active,
      setDirty: (unsaved) => actions.change(key, { unsaved }),
      setTitle: (ownTitle) => actions.change(key, { ownTitle }),
      close: (to) => onClose([key], to),
    }),
    [active, key, actions, onClose],
  )
  return (
    <Activity mode={active ? 'visible' : 'hidden'}>
      <div id={`page-${tab.id}`} className="ts-page" role="tabpanel" aria-label={tab.ownTitle || tab.title}>
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
}
