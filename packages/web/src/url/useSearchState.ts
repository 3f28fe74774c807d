import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import type { Search } from './search.ts'

/**
 * The words of the screen's own address, and a way to change some of them; an empty one leaves the address. While
 * another screen is on its way the address is already that one's: the screen that leaves keeps its own state, or it
 * would render once more for nothing.
 */
export function useSearchState(): [Search, (change: Search, options?: { replace?: boolean }) => void] {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const lastSearch = useRef<Search>({})
  const search = useLocation({
    select: (location) => {
      if (isSame(location.pathname, pathname)) lastSearch.current = location.search as Search
      return lastSearch.current
    },
  })
  const navigate = useNavigate()
  const change = useCallback(
    (update: Search, { replace = true } = {}) => {
      void navigate({
        to: pathname,
        search: (old: Search) => ({ ...old, ...update }),
        replace,
        resetScroll: false,
      })
    },
    [navigate, pathname],
  )
  return [search, change]
}

/** "/costs/" is "/costs". */
function isSame(path: string, other: string): boolean {
  return path.replace(/(?<=.)\/+$/, '') === other.replace(/(?<=.)\/+$/, '')
}
