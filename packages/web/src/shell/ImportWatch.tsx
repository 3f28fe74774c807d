import { verdictOf } from '@kept/domain/import-verdict.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../api/client.ts'

/** Tells the end of a delivery wherever one is, and lets every screen ask anew. Draws nothing. */
export function ImportWatch() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...api.imports.list.queryOptions({ input: { page: 1, page_size: 10 } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 700 : 30_000),
  })
  const before = useRef<ReadonlyMap<string, boolean> | null>(null)
  useEffect(() => {
    if (!data) return
    // Ended since the last look: it was under way then, or it has begun and ended in between.
    const seen = before.current
    const ended = seen ? data.data.filter((one) => !isUnderWay(one) && (seen.get(one.id) ?? true)) : []
    before.current = new Map(data.data.map((one) => [one.id, isUnderWay(one)]))
    for (const one of ended) tellEnd(one)
    if (ended.length > 0) void client.invalidateQueries()
  }, [data, client])
  return null
}

function isUnderWay({ status }: Import): boolean {
  return status === 'queued' || status === 'running'
}

function tellEnd({ status, sources, reconciliation, losses, error }: Import): void {
  const what = sources.length === 1 ? (sources[0]?.name ?? 'The bill') : counted(sources.length, 'file')
  if (status === 'done') {
    const rows = reconciliation ? `${counted(reconciliation.rows.kept, 'row')} kept.` : ''
    const verdict = reconciliation ? verdictOf(reconciliation, losses) : undefined
    toasts.show({
      title: `${what} is in`,
      body: [rows, verdict?.summary].filter(Boolean).join(' '),
      ...(verdict?.level === 'bad' && { tone: 'error' as const }),
    })
  }
  if (status === 'needs_confirmation') {
    const body = 'It lacks part of what is loaded, so nothing was changed yet. See the Integration Center.'
    toasts.show({ tone: 'error', title: `${what} needs confirmation`, body })
  }
  if (status === 'failed') toasts.show({ tone: 'error', title: `${what} could not be brought in`, body: error })
}
