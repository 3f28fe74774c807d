import type { AlertTry } from '@kept/contract/routes/alerts.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useMe } from '../../shell/useMe.ts'
import { publicPath } from '../../url/base-path.ts'
import { describeDelivery, statusLabels } from './alert-text.ts'

/** A delivery: its events, each attempt with its response, and a manual retry. */
export function DeliveryPanel({ id, onClose }: { id: string; onClose(): void }) {
  const client = useQueryClient()
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const query = useQuery({ ...api.alerts.delivery.queryOptions({ input: { id } }), refetchInterval: 5_000 })
  const resend = useMutation(
    api.alerts.retryDelivery.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: api.alerts.key() }),
    }),
  )
  const delivery = query.data?.data
  const open = delivery && (delivery.status === 'failed' || delivery.status === 'waiting')
  return (
    <SidePanel open onClose={onClose} title={delivery?.title ?? 'Delivery'} kicker={delivery?.channel.name}>
      <Loaded query={query} failed="This delivery could not be loaded.">
        {({ data }) => (
          <>
            <p className="text-small text-soft">
              {describeDelivery(data)}; {statusLabels[data.status].label}
              {data.next_attempt_at &&
                data.status === 'waiting' &&
                `, next attempt ${formatMoment(data.next_attempt_at)}`}
              .{data.owners.length > 0 && ` Owner: ${data.owners.join(', ')}.`}
            </p>
            {mayWrite && open && (
              <Button className="mt-3" isBusy={resend.isPending} onClick={() => resend.mutate({ id })}>
                {data.attempts === 0 ? 'Send now' : 'Retry now'}
              </Button>
            )}
            <h3 className="mt-5 mb-1 font-semibold text-body">Attempts</h3>
            {data.tries.length === 0 ? (
              <p className="text-small text-soft">None yet.</p>
            ) : (
              <ol>
                {data.tries.toReversed().map((attempt) => (
                  <Attempt key={attempt.n} attempt={attempt} />
                ))}
              </ol>
            )}
            {data.events.length > 0 && <h3 className="mt-5 mb-1 font-semibold text-body">Events</h3>}
            <ul>
              {data.events.map(({ id: event, title, severity, amount, currency, href }) => (
                <li key={event} className="border-rule border-b py-2 text-small">
                  <a href={publicPath(href)} className="underline">
                    {title}
                  </a>
                  <span className="text-soft">
                    {' '}
                    {severity}
                    {amount !== null && currency !== null && `, ${formatMoney(amount, currency)}`}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Attempt({ attempt: { at, sentence, status, duration_ms, ok, next_attempt_at } }: { attempt: AlertTry }) {
  return (
    <li className="border-rule border-b py-2 text-small">
      <p className={ok ? '' : 'text-leak'}>{sentence}</p>
      <p className="text-soft">
        {formatMoment(at)}
        {status !== null && `, HTTP ${status}`}, {duration_ms} ms
        {next_attempt_at !== null && `; next attempt ${formatMoment(next_attempt_at)}`}
      </p>
    </li>
  )
}
