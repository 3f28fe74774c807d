import { sentenceOf } from '@kept/client/errors.ts'
import type { PaymentMethod } from '@kept/contract/routes/billing/payments.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { methodName } from './method-name.ts'
import { useOrganization, usePaymentMethods } from './useBilling.ts'

/** How invoices are paid: methods at the payment service, or bank transfer. */
export function PaymentMethods() {
  const organization = useOrganization()
  const mayChange = useMe().data?.permissions.includes('billing:write') ?? false
  const query = usePaymentMethods()
  const add = useMutation(
    api.billingPayments.addMethod.mutationOptions({
      // A page of the payment service: no card data reaches Kept.
      onSuccess: ({ data }) => window.location.assign(data.url),
      onError: (error) =>
        toasts.show({ tone: 'error', title: 'No payment method was added.', body: sentenceOf(error) }),
    }),
  )
  const isOnline = query.data?.data.online ?? false
  return (
    <Section
      title="Payment methods"
      className=""
      actions={
        mayChange &&
        isOnline && (
          <Button size="small" isBusy={add.isPending} onClick={() => add.mutate({ organization })}>
            Add method
          </Button>
        )
      }
    >
      <Loaded query={query} failed="Payment methods could not be loaded.">
        {({ data: { methods, message } }) => (
          <>
            <p className="text-small text-soft">{message}</p>
            {methods.length > 0 && (
              <ul className="mt-2 divide-y divide-rule border-rule border-y text-small">
                {methods.map((method) => (
                  <Method key={method.id} method={method} organization={organization} mayChange={mayChange} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

interface MethodProps {
  method: PaymentMethod
  organization: string
  mayChange: boolean
}

function Method({ method, organization, mayChange }: MethodProps) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: api.billingPayments.key() })
  const onError = (error: Error) =>
    toasts.show({ tone: 'error', title: 'The payment method was not changed.', body: sentenceOf(error) })
  const change = useMutation(api.billingPayments.changeMethod.mutationOptions({ onSuccess: renew, onError }))
  const remove = useMutation(api.billingPayments.removeMethod.mutationOptions({ onSuccess: renew, onError }))
  const name = methodName(method)
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0">
        {name} {method.is_default && <Badge>Default</Badge>} {method.is_expired && <Badge tone="leak">Expired</Badge>}
        {method.expires && <span className="block text-micro text-soft">Expires {method.expires}</span>}
      </span>
      {mayChange && (
        <span className="flex gap-2">
          {!method.is_default && (
            <Button
              size="small"
              isBusy={change.isPending}
              onClick={() => change.mutate({ organization, id: method.id, is_default: true })}
            >
              Make default<span className="sr-only">: {name}</span>
            </Button>
          )}
          <ConfirmButton
            size="small"
            label="Remove"
            subject={name}
            title={`Remove ${name}?`}
            description="Invoices are no longer charged to it."
            act="Remove method"
            isBusy={remove.isPending}
            onAct={() => remove.mutate({ organization, id: method.id })}
          />
        </span>
      )}
    </li>
  )
}
