import type { DecisionInput } from '@kept/contract/routes/cost-optimization.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export type Decision = Omit<DecisionInput, 'ids'>

interface Deciding {
  rows: readonly Recommendation[]
  decision: Decision
  /** Called before the lists are read again. A callback of the call itself is lost when Undo is clicked meanwhile. */
  onDone?(): void
}

const pastTense: Record<Decision['decision'], string> = {
  accept: 'accepted',
  assign: 'assigned',
  dismiss: 'dismissed',
  snooze: 'snoozed',
  reopen: 'reopened',
}

/**
 * Decides on one or several recommendations, with Undo in the message. The success handlers belong to the mutation, not
 * to its call, because the calling panel may be closed by then.
 */
export function useDecisions() {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: async ({ rows, decision }: Deciding) => {
      const { data } = await api.costOptimization.decide.call({ ids: rows.map(({ id }) => id), ...decision })
      return data
    },
    onSuccess: ({ changed, unchanged }, { rows, decision, onDone }) => {
      report(decision, changed, unchanged[0]?.error, () => void undo(rows, decision))
      onDone?.()
      return renew()
    },
  })
  const renew = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: api.costOptimization.key() }),
      client.invalidateQueries({ queryKey: api.resources.key() }),
    ])
  /** Reopens what was decided, and gives it back to those who owned it before. */
  const undo = async (rows: readonly Recommendation[], { decision }: Decision) => {
    if (decision !== 'assign') await mutation.mutateAsync({ rows, decision: { decision: 'reopen' } })
    const byOwner = Map.groupBy(
      rows.filter(({ owner_type }) => decision === 'assign' || (decision === 'accept' && owner_type !== '')),
      ({ owner_type, owner_id }) => JSON.stringify([owner_type, owner_id]),
    )
    for (const owned of byOwner.values()) {
      const [first] = owned
      if (!first) continue
      const owner = first.owner_type === '' ? null : { type: first.owner_type, id: first.owner_id }
      await api.costOptimization.decide.call({ ids: owned.map(({ id }) => id), decision: 'assign', owner })
    }
    await renew()
  }
  return {
    decide: (rows: readonly Recommendation[], decision: Decision, onDone?: () => void) =>
      mutation.mutate({ rows, decision, ...(onDone && { onDone }) }),
    deciding: mutation.isPending,
  }
}

function report(
  { decision }: Decision,
  changed: readonly Recommendation[],
  error: string | undefined,
  undo: () => void,
): void {
  if (changed.length === 0) {
    toasts.show({ title: 'Nothing changed', tone: 'error', ...(error && { body: error }) })
    return
  }
  const [only] = changed
  const title =
    changed.length === 1
      ? `Recommendation ${pastTense[decision]}`
      : `${changed.length} recommendations ${pastTense[decision]}`
  const body = error ?? (changed.length === 1 ? only?.title : undefined)
  toasts.show({
    title,
    ...(body && { body }),
    ...(decision !== 'reopen' && { action: { label: 'Undo', run: undo } }),
  })
}

/** "3 recommendations", or the title of the only one. */
export function nameOfSelection(rows: readonly Recommendation[]): string {
  return rows.length === 1 ? `“${rows[0]?.title}”` : counted(rows.length, 'recommendation')
}
