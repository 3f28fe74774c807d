import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Search } from './search.ts'

/** The address's own words, and a way to change some of them; an empty one leaves the address. */
export function useSearchState(): [Search, (change: Search, options?: { replace?: boolean }) => void] {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const change = useCallback(
    (words: Search, { replace = true } = {}) => {
      void navigate({
        to: pathname,
        search: (old: Search) => ({ ...old, ...words }),
        replace,
        resetScroll: false,
      })
    },
    [navigate, pathname],
  )
  return [search as Search, change]
}
