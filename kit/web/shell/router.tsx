import { type ComponentType, lazy, Suspense } from 'react'
import { createBrowserRouter, useLocation } from 'react-router'
import { arrives } from '../arrives.ts'
import { declareNavigate } from '../navigate.ts'
import { currentSession } from '../session.ts'
import { tellUnforeseen } from '../trouble.ts'
import { guard, loginGuard } from './guard.ts'
import { declareHouse, type House, learnSite } from './house.ts'
import { watchVersion } from './newVersion.tsx'
import { RootTrouble } from './RootTrouble.tsx'
import { routeOf } from './routes.ts'
import './base.css'

const loadShell = () => arrives(() => import('./Shell.tsx'))
const Shell = lazy(loadShell)
const Bare = lazy(() => arrives(() => import('./BarePage.tsx')))

/** The page of the address: inside the shell, or alone when it says so. */
function Place() {
  const route = routeOf(useLocation().pathname)
  return (
    <Suspense fallback={null}>
      {route?.public || route?.bare ? <Bare title={route.title} /> : <Shell />}
    </Suspense>
  )
}

/** The pages without a session, which come with the first piece of code. */
interface Entrance {
  Login: ComponentType
  /** the second window of a sign-in elsewhere comes back to it */
  Redirect: ComponentType
}

/**
 * The router of the application: the login and its kin, and behind the guard the shell, which brings the pages
 * of the rooms itself. Architecture §5, platform §2.5.
 */
export function makeRouter(house: House, { Login, Redirect }: Entrance) {
  declareHouse(house)
  tellUnforeseen()
  watchVersion()
  void learnSite().catch((error: unknown) => console.error(error))
  const router = createBrowserRouter([
    {
      errorElement: <RootTrouble />,
      hydrateFallbackElement: <></>,
      children: [
        { path: '/login', loader: loginGuard, element: <Login /> },
        { path: '/auth-redirect', element: <Redirect /> },
        {
          path: '*',
          loader: (args) => {
            // Beside the person and their menu, not after them.
            if (currentSession().isLogin) loadShell().catch((error: unknown) => console.error(error))
            return guard(args)
          },
          shouldRevalidate: () => true,
          element: <Place />,
        },
      ],
    },
  ])
  declareNavigate((to, options) => router.navigate(to, options ?? {}))
  return router
}
