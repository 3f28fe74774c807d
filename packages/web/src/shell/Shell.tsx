import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { PrintFooter } from '../print/PrintFooter.tsx'
import type { Search } from '../url/search.ts'
import { fetchAfterPaint } from './after-paint.ts'
import { loadBell } from './Bell.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ImportProgressWatcher } from './ImportProgressWatcher.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { loadUserMenu } from './UserMenu.tsx'

/** Fetched ahead like the rest: it must be able to open when the server is out of reach. */
export const loadSessionEnd = () => import('./SessionEnd.tsx')
const loadSidebar = () => import('./PhoneSidebar.tsx')
const PhoneSidebar = lazy(loadSidebar)
const WhyDrawer = lazy(() => import('../explain/WhyDrawer.tsx'))
const TourPanel = lazy(() => import('../tour/TourPanel.tsx'))
const LiveUpdates = lazy(() => import('../live/LiveUpdates.tsx'))

/** What stands around every screen: the sidebar, the bar above, and the place between them. */
export function Shell({ strips, children }: { strips?: ReactNode; children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const main = useFocusOnArrival()
  const { why, tour } = useLocation({ select: (location) => location.search as Search })
  useEffect(() => fetchAfterPaint([loadBell, loadUserMenu, loadSidebar, loadSessionEnd]), [])
  return (
    <div className="flex min-h-dvh print:table print:w-full">
      <a
        href="#main"
        className="sr-only z-60 print:hidden rounded-base bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <aside
        aria-label="Sidebar"
        className="sticky top-0 hidden h-dvh w-58 shrink-0 overflow-y-auto border-rule border-r bg-sunken lg:block print:hidden"
      >
        <Sidebar />
      </aside>
      <ImportProgressWatcher />
      <Shortcuts />
      <Suspense>
        <LiveUpdates />
      </Suspense>
      {menuOpen && (
        <Suspense>
          <PhoneSidebar open onOpenChange={setMenuOpen} />
        </Suspense>
      )}
      <div className="min-w-0 flex-1 print:table-row-group">
        <TopBar onMenu={() => setMenuOpen(true)} />
        <div className="print:hidden">
          <ConnectionBanner />
          {strips}
        </div>
        <main ref={main} id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
      {why && (
        <Suspense>
          <WhyDrawer why={why} />
        </Suspense>
      )}
      {tour && (
        <Suspense>
          <TourPanel tour={tour} />
        </Suspense>
      )}
      <PrintFooter />
    </div>
  )
}

/** After going to another page the keyboard starts at its beginning, as it would on a reloaded page. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  const first = useRef(pathname)
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
