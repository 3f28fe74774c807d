import { summarizeImport } from '@kept/domain/import-outcome.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../api/client.ts'

/** Announces the end of an import on every screen, and refetches all queries. Renders nothing. */
export function ImportProgressWatcher() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...api.imports.list.queryOptions({ input: { page: 1, page_size: 10 } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) ? 700 : 30_000),
  })
  const before = useRef<ReadonlyMap<string, boolean> | null>(null)
  useEffect(() => {
    if (!data) return
    // Ended since the last look: it was under way then, or it has begun and ended in between.
    const previous = before.current
    const endedImports = previous
      ? data.data.filter((importRecord) => !isInProgress(importRecord) && (previous.get(importRecord.id) ?? true))
      : []
    before.current = new Map(data.data.map((importRecord) => [importRecord.id, isInProgress(importRecord)]))
    for (const importRecord of endedImports) showOutcome(importRecord)
    if (endedImports.length > 0) void client.invalidateQueries()
  }, [data, client])
  return null
}

function isInProgress({ status }: Import): boolean {
  return status === 'queued' || status === 'running'
}

function showOutcome({ status, sources, reconciliation, losses, error }: Import): void {
  const subject = sources.length === 1 ? (sources[0]?.name ?? 'The bill') : counted(sources.length, 'file')
  if (status === 'done') {
    const rows = reconciliation ? `${counted(reconciliation.rows.stored, 'row')} imported.` : ''
    const outcome = reconciliation ? summarizeImport(reconciliation, losses) : undefined
    toasts.show({
      title: `${subject} imported`,
      body: [rows, outcome?.summary].filter(Boolean).join(' '),
      ...(outcome?.level === 'bad' && { tone: 'error' as const }),
    })
  }
  if (status === 'needs_confirmation') {
    const body = 'It would replace more data than it has. Nothing changed yet. Decide in the Integration Center.'
    toasts.show({ tone: 'error', title: `${subject} needs confirmation`, body })
  }
  if (status === 'failed') toasts.show({ tone: 'error', title: `${subject} could not be imported`, body: error })
}
