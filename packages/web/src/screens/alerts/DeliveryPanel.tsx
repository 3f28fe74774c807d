import type { AlertTry } from '@kept/contract/routes/alerts.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useMe } from '../../shell/useMe.ts'
import { deliveryWords, statusWords } from './words.ts'

/** One delivery: what it told of, each try with what came back, and another one by hand. */
export function DeliveryPanel({ id, onClose }: { id: string; onClose(): void }) {
  const client = useQueryClient()
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const query = useQuery({ ...api.alerts.delivery.queryOptions({ input: { id } }), refetchInterval: 5_000 })
  const again = useMutation(
    api.alerts.sendAgain.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: api.alerts.key() }),
    }),
  )
  const found = query.data?.data
  const open = found && (found.status === 'failed' || found.status === 'waiting')
  return (
    <SidePanel open onClose={onClose} title={found?.title ?? 'A delivery'} kicker={found?.channel.name}>
      <Loaded query={query} failed="This delivery could not be loaded.">
        {({ data }) => (
          <>
            <p className="text-small text-soft">
              {deliveryWords(data)}; {statusWords[data.status].label}
              {data.next_try_at && data.status === 'waiting' && `, next try ${formatMoment(data.next_try_at)}`}.
              {data.owners.length > 0 && ` Owner: ${data.owners.join(', ')}.`}
            </p>
            {mayWrite && open && (
              <Button className="mt-3" busy={again.isPending} onClick={() => again.mutate({ id })}>
                {data.attempts === 0 ? 'Send it now' : 'Send it again now'}
              </Button>
            )}
            <h3 className="mt-5 mb-1 font-semibold text-body">Tries</h3>
            {data.tries.length === 0 ? (
              <p className="text-small text-soft">None yet.</p>
            ) : (
              <ol>
                {data.tries.toReversed().map((one) => (
                  <Try key={one.n} one={one} />
                ))}
              </ol>
            )}
            {data.events.length > 0 && <h3 className="mt-5 mb-1 font-semibold text-body">What it tells of</h3>}
            <ul>
              {data.events.map(({ id: event, title, severity, amount, currency, href }) => (
                <li key={event} className="border-rule border-b py-2 text-small">
                  <a href={href} className="underline">
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

function Try({ one: { at, sentence, status, took_ms, ok, next_try_at } }: { one: AlertTry }) {
  return (
    <li className="border-rule border-b py-2 text-small">
      <p className={ok ? '' : 'text-leak'}>{sentence}</p>
      <p className="text-soft">
        {formatMoment(at)}
        {status !== null && `, HTTP ${status}`}, {took_ms} ms
        {next_try_at !== null && `; next try ${formatMoment(next_try_at)}`}
      </p>
    </li>
  )
}
