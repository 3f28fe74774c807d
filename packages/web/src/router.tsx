/** The router, made from the list of screens: an address that is in the menu is an address that works. */

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { Screen } from './screen.ts'
import { screens } from './screens.ts'
import { session } from './session/current.ts'
import { homeOf } from './session/guards.ts'
import { ErrorScreen } from './shell/ErrorScreen.tsx'
import { NotFound } from './shell/NotFound.tsx'
import { ProtectedLayout } from './shell/ProtectedLayout.tsx'
import { publicPath } from './url/base-path.ts'
import { parseSearch, type Search, writeSearch } from './url/search.ts'

const root = createRootRoute({ notFoundComponent: NotFound })

/** All screens for signed-in users: guests are sent to the sign-in page, and after it to the requested page. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: ProtectedLayout,
  beforeLoad: async ({ location }) => {
    if ((await session.resolveState()).status === 'signed_in') return
    const search: Search = location.pathname === '/' ? {} : { next: location.href }
    throw redirect({ to: '/auth/login', search })
  },
})

const homeRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const state = await session.resolveState()
    throw redirect({ to: state.status === 'signed_in' ? homeOf(state.session.user.role) : '/auth/login' })
  },
})

/** Where a session that could not be renewed leads to. */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search: { ended: 'true', ...search } })
  },
})

/** Views of the Admin Console by the addresses people type; the console keeps the view in its search. */
const adminViews = (['customers', 'commission', 'billing', 'analytics', 'health'] as const).map((view) =>
  createRoute({
    getParentRoute: () => inside,
    path: `/admin/${view}`,
    beforeLoad: () => {
      throw redirect({ to: '/admin', search: view === 'health' ? {} : { tab: view }, replace: true })
    },
  }),
)

const open = screens.filter((screen) => screen.access === 'open').map((screen) => routeOf(screen, () => root))
const guarded = screens.filter((screen) => screen.access !== 'open').map((screen) => routeOf(screen, () => inside))

export const router = createRouter({
  routeTree: root.addChildren([homeRoute, login, ...open, inside.addChildren([...guarded, ...adminViews])]),
  basepath: publicPath('/'),
  defaultPreload: 'intent',
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPendingMs: 300,
  // The sign-in page requests the session from the server; preloading a screen on hover must not.
  defaultPreloadStaleTime: 30_000,
})

function routeOf<Parent extends typeof root | typeof inside>(screen: Screen, getParentRoute: () => Parent) {
  return createRoute({
    getParentRoute,
    path: screen.path,
    component: lazyRouteComponent(screen.load, 'component'),
    errorComponent: ErrorScreen,
  })
}
