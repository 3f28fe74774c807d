import { useNavigate } from '@tanstack/react-router'
import type { Search } from '../url/search.ts'
import type { WhyQuestion } from './why.ts'

/** Opens the explanation of a change beside the current screen; null closes it. */
export function useWhy() {
  const navigate = useNavigate()
  return async (question: Partial<WhyQuestion> | null) => {
    // Loaded when someone asks: screens that only offer the question stay light.
    const why = question === null ? '' : (await import('./why.ts')).writeWhy(question)
    await navigate({ to: '.', search: (old: Search) => ({ ...old, why }), resetScroll: false })
  }
}
