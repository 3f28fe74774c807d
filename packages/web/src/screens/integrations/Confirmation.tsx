import { sentenceOf } from '@kept/client/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatDay } from '@kept/ui/format/day.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { nameOf } from './import-text.ts'
import { Losses } from './Losses.tsx'

/** An import that would lose part of what is loaded: what would be lost, and the two ways on. */
export function Confirmation({ delivery }: { delivery: Import }) {
  const client = useQueryClient()
  // After a decision, and after a refusal because the months have changed, everything is asked anew.
  const refresh = () => client.invalidateQueries()
  const onError = (error: unknown) => {
    toasts.show({ tone: 'error', title: 'Change failed', body: sentenceOf(error) })
    return refresh()
  }
  const confirm = useMutation(
    api.imports.confirm.mutationOptions({
      onError,
      onSuccess: () => {
        toasts.show({ title: `${nameOf(delivery)} imported`, body: 'Undo restores the replaced data.' })
        return refresh()
      },
    }),
  )
  const discard = useMutation(
    api.imports.discard.mutationOptions({
      onError,
      onSuccess: () => {
        toasts.show({ title: `${nameOf(delivery)} discarded`, body: 'Current data is unchanged.' })
        return refresh()
      },
    }),
  )
  const replaces = delivery.losses.some(({ kind }) => kind !== 'unreadable_rows')
  return (
    <section
      aria-label={`${nameOf(delivery)} needs confirmation`}
      className="my-4 rounded-base border border-rule-strong p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="watch">Needs confirmation</Badge>
        <h3 className="min-w-0 break-words font-semibold text-body">{nameOf(delivery)}</h3>
      </div>
      <p className="mt-2 mb-3 text-pretty text-body">
        {replaces
          ? 'This file would replace a month with less data. The month stays unchanged until you decide.'
          : 'Most of this file could not be read. Nothing is imported yet.'}
        {delivery.expires_at && ` It is discarded on ${formatDay(delivery.expires_at.slice(0, 10))}.`}
      </p>
      <Losses losses={delivery.losses} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          tone="danger"
          isBusy={confirm.isPending}
          disabled={discard.isPending}
          onClick={() => confirm.mutate({ id: delivery.id })}
        >
          {replaces ? 'Replace anyway' : 'Import anyway'}
        </Button>
        <Button
          isBusy={discard.isPending}
          disabled={confirm.isPending}
          onClick={() => discard.mutate({ id: delivery.id })}
        >
          Discard
        </Button>
      </div>
    </section>
  )
}
