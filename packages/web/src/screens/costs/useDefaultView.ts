import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { parseSearch, type Search } from '../../url/search.ts'

/** Opens the reader's default view when the Cost Explorer is opened without any other. */
export function useDefaultView(search: Search): void {
  const navigate = useNavigate()
  // Only at the start: who clears every filter later means to see everything.
  const isBare = useRef(Object.keys(search).length === 0)
  const views = useQuery({ ...api.costs.views.queryOptions({ input: {} }), enabled: isBare.current }).data?.data
  useEffect(() => {
    if (!isBare.current || !views) return
    isBare.current = false
    const first = views.find((view) => view.is_default)
    if (first && first.search !== '') void navigate({ to: '/costs', search: parseSearch(first.search), replace: true })
  }, [views, navigate])
}
