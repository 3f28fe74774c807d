import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import type { Search } from './search.ts'

/**
 * The words of the screen's own address, and a way to change some of them; an empty one leaves the address. While
 * another screen is on its way the address is already that one's: the screen that leaves keeps its own words, or it
 * would draw itself once more, for nobody.
 */
export function useSearchState(): [Search, (change: Search, options?: { replace?: boolean }) => void] {
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const words = useRef<Search>({})
  const search = useLocation({
    select: (location) => {
      if (isSame(location.pathname, own)) words.current = location.search as Search
      return words.current
    },
  })
  const navigate = useNavigate()
  const change = useCallback(
    (words: Search, { replace = true } = {}) => {
      void navigate({
        to: own,
        search: (old: Search) => ({ ...old, ...words }),
        replace,
        resetScroll: false,
      })
    },
    [navigate, own],
  )
  return [search, change]
}

/** "/costs/" is "/costs". */
function isSame(one: string, other: string): boolean {
  return one.replace(/(?<=.)\/+$/, '') === other.replace(/(?<=.)\/+$/, '')
}
