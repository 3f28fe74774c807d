import { sentenceOf } from '@kept/client/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nameOf } from './import-text.ts'
import { MissingMonths } from './MissingMonths.tsx'

/** An import that would lose part of what is loaded: what would be lost, and the two ways on. */
export function Confirmation({ importRecord }: { importRecord: Import }) {
  const client = useQueryClient()
  // After a decision, and after a rejection because the months have changed, everything is refetched.
  const refresh = () => client.invalidateQueries()
  const onError = (error: unknown) => {
    toasts.show({ tone: 'error', title: 'Change failed', body: sentenceOf(error) })
    return refresh()
  }
  const confirm = useMutation(
    api.imports.confirm.mutationOptions({
      onError,
      onSuccess: () => {
        toasts.show({ title: `${nameOf(importRecord)} imported`, body: 'Undo restores the replaced data.' })
        return refresh()
      },
    }),
  )
  const discard = useMutation(
    api.imports.discard.mutationOptions({
      onError,
      onSuccess: () => {
        toasts.show({ title: `${nameOf(importRecord)} discarded`, body: 'Current data is unchanged.' })
        return refresh()
      },
    }),
  )
  const replaces = importRecord.losses.some(({ kind }) => kind !== 'unreadable_rows')
  return (
    <section
      aria-label={`${nameOf(importRecord)} needs confirmation`}
      className="my-4 rounded-base border border-rule-strong p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="watch">Needs confirmation</Badge>
        <h3 className="min-w-0 break-words font-semibold text-body">{nameOf(importRecord)}</h3>
      </div>
      <p className="mt-2 mb-3 text-pretty text-body">
        {replaces
          ? 'This file would replace a month with less data. The month stays unchanged until you decide.'
          : 'Most of this file could not be read. Nothing is imported yet.'}
        {importRecord.expires_at && ` It is discarded on ${formatDay(importRecord.expires_at.slice(0, 10))}.`}
      </p>
      <MissingMonths losses={importRecord.losses} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          tone="danger"
          isBusy={confirm.isPending}
          disabled={discard.isPending}
          onClick={() => confirm.mutate({ id: importRecord.id })}
        >
          {replaces ? 'Replace anyway' : 'Import anyway'}
        </Button>
        <Button
          isBusy={discard.isPending}
          disabled={confirm.isPending}
          onClick={() => discard.mutate({ id: importRecord.id })}
        >
          Discard
        </Button>
      </div>
    </section>
  )
}
