import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { declareNavigate } from '../navigate.ts'
import type { RoomRoute } from '../room.ts'
import { AuthRedirectPage } from './AuthRedirectPage.tsx'
import { guard, loginGuard } from './guard.ts'
import { declareHouse, type House, learnSite } from './house.ts'
import { LoginPage } from './LoginPage.tsx'
import { RootTrouble } from './RootTrouble.tsx'
import './base.css'

const Shell = lazy(() => import('./Shell.tsx'))
const Bare = lazy(() => import('./BarePage.tsx'))

/** A page that anybody may open stands alone, without the shell. */
function publicRoute({ path, title, lazy: load }: RoomRoute): RouteObject {
  const Page: ComponentType = lazy(load)
  return {
    path,
    element: (
      <Waiting>
        <Bare title={title}>
          <Page />
        </Bare>
      </Waiting>
    ),
  }
}

function Waiting({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>
}

/**
 * The router of the application: the login and its kin, the public pages, and behind the guard the shell, which
 * brings the pages of the rooms itself. Architecture §5, platform §2.5.
 */
export function makeRouter(house: House) {
  const behind = house.routes.filter((route) => !route.public)
  declareHouse({ ...house, routes: behind })
  void learnSite().catch((error: unknown) => console.error(error))
  const router = createBrowserRouter([
    {
      errorElement: <RootTrouble />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/login', loader: loginGuard, element: <LoginPage /> },
        { path: '/auth-redirect', element: <AuthRedirectPage /> },
        ...house.routes.filter((route) => route.public).map(publicRoute),
        {
          path: '*',
          loader: guard,
          shouldRevalidate: () => true,
          element: (
            <Waiting>
              <Shell />
            </Waiting>
          ),
        },
      ],
    },
  ])
  declareNavigate((to, options) => router.navigate(to, options ?? {}))
  return router
}
