import { useNavigate } from '@tanstack/react-router'
import type { Search } from '../url/search.ts'
import { type WhyQuestion, writeWhy } from './why.ts'

/** Opens the explanation of a change beside the current screen; null closes it. */
export function useWhy() {
  const navigate = useNavigate()
  return (question: Partial<WhyQuestion> | null) =>
    void navigate({
      to: '.',
      search: (old: Search) => ({ ...old, why: question === null ? '' : writeWhy(question) }),
      resetScroll: false,
    })
}
