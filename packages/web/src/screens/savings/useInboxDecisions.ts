import type { Recommendation, RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { useState } from 'react'
import type { SavingsView } from './recommendations.ts'
import { type InboxAct, useInboxKeys } from './useInboxKeys.ts'

export type InboxDecisions = ReturnType<typeof useInboxDecisions>

/** The selected rows, the decision that is being made on them, and its keys. */
export function useInboxDecisions(
  recommendations: readonly RecommendationWithAlternatives[],
  view: SavingsView,
  mayDecide: boolean,
) {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState<{ act: InboxAct; recommendations: readonly Recommendation[]; next?: string }>()
  // What another tab or another person took out of the list is not selected any more.
  const selected = recommendations.filter(({ id }) => selection.has(id))
  const select = (ids: readonly string[], isSelected: boolean) =>
    setSelection((before) => (isSelected ? before.union(new Set(ids)) : before.difference(new Set(ids))))
  const ask = (act: InboxAct, targets: readonly Recommendation[]) => {
    const allowed = targets.filter(({ status }) => mayMove(status, act))
    if (allowed.length === 0) return
    const next = rowAfter(allowed)
    setPending({ act, recommendations: allowed, ...(next && { next }) })
  }
  useInboxKeys(mayDecide, (act, focused) => {
    const row = recommendations.find(({ id }) => id === (focused ?? view.recommendation))
    if (act === 'select') return row && select([row.id], !selection.has(row.id))
    ask(act, selected.length > 0 ? selected : row ? [row] : [])
  })
  return {
    selected,
    selection,
    select,
    ask,
    pending: pending && { act: pending.act, recommendations: pending.recommendations },
    close: () => setPending(undefined),
    /** After a decision nothing is selected, and the focus is on the row that follows. */
    moveOn() {
      setSelection(new Set())
      const next = pending?.next
      if (next) setTimeout(() => buttonOf(next)?.focus({ preventScroll: true }), 50)
    },
    clear: () => setSelection(new Set()),
  }
}

/** The ID of the first shown row after the last of these. */
function rowAfter(targets: readonly Recommendation[]): string | undefined {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset.row ?? '')
  const last = Math.max(...targets.map(({ id }) => ids.indexOf(id)))
  return last < 0 ? undefined : ids[last + 1]
}

function buttonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] td button`)
}
