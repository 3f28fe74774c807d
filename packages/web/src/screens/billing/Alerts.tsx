import { sentenceOf } from '@kept/client/errors.ts'
import type { BillingAlertAnswer } from '@kept/contract/routes/billing/alerts.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { describeAlert } from './alert-text.ts'
import { useOrganization } from './useBilling.ts'

const AlertForm = lazy(() => import('./AlertForm.tsx'))

/** Alerts about fees, spend, due dates and credit. Budgets are on their own screen. */
export function Alerts() {
  const organization = useOrganization()
  const mayChange = useMe().data?.permissions.includes('alerts:write') ?? false
  const [isAdding, setAdding] = useState(false)
  const query = useQuery(api.billingAlerts.list.queryOptions({ input: { organization }, enabled: organization !== '' }))
  return (
    <Section
      title="Alerts"
      className=""
      actions={
        mayChange && (
          <Button size="small" onClick={() => setAdding(true)}>
            Add alert
          </Button>
        )
      }
    >
      <Loaded query={query} failed="Alerts could not be loaded.">
        {({ data }) => {
          const alerts = data.filter((alert) => alert.kind !== 'budget')
          return alerts.length === 0 ? (
            <p className="text-small text-soft">No alerts about fees, spend, due dates or credit yet.</p>
          ) : (
            <ul className="divide-y divide-rule border-rule border-y text-small">
              {alerts.map((alert) => (
                <Alert key={alert.id} alert={alert} organization={organization} mayChange={mayChange} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {isAdding && (
        <Suspense fallback={null}>
          <AlertForm organization={organization} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Section>
  )
}

interface AlertProps {
  alert: BillingAlertAnswer
  organization: string
  mayChange: boolean
}

function Alert({ alert, organization, mayChange }: AlertProps) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: api.billingAlerts.key() })
  const onError = (error: Error) =>
    toasts.show({ tone: 'error', title: 'The alert was not changed.', body: sentenceOf(error) })
  const change = useMutation(api.billingAlerts.change.mutationOptions({ onSuccess, onError }))
  const remove = useMutation(api.billingAlerts.remove.mutationOptions({ onSuccess, onError }))
  const { id, name, enabled, crossings } = alert
  const [latest] = crossings
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0">
        {name} {!enabled && <Badge>Off</Badge>}
        <span className="block text-micro text-soft">{describeAlert(alert)}</span>
        {latest && (
          <span className="block text-micro text-soft">
            {formatMoment(latest.crossed_at)}: {latest.title}
          </span>
        )}
      </span>
      {mayChange && (
        <span className="flex gap-2">
          <Button
            size="small"
            isBusy={change.isPending}
            onClick={() => change.mutate({ organization, id, enabled: !enabled })}
          >
            {enabled ? 'Turn off' : 'Turn on'}
            <span className="sr-only">: {name}</span>
          </Button>
          <ConfirmButton
            size="small"
            label="Delete"
            subject={name}
            title={`Delete ${name}?`}
            description="Its history is deleted too."
            act="Delete alert"
            isBusy={remove.isPending}
            onAct={() => remove.mutate({ organization, id })}
          />
        </span>
      )}
    </li>
  )
}
