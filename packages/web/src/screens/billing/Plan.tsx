import { sentenceOf } from '@kept/client/errors.ts'
import type { SubscriptionAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useOrganization } from './useBilling.ts'

/** The plan, notice, and a way back until its last day. */
export function Plan({ subscription }: { subscription: SubscriptionAnswer }) {
  const client = useQueryClient()
  const organization = useOrganization()
  const mayChange = useMe().data?.permissions.includes('billing:write') ?? false
  const [isCanceling, setCanceling] = useState(false)
  const resume = useMutation(
    api.billing.resumeSubscription.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.billing.key() })
        toasts.show({ title: 'Plan resumed' })
      },
      onError: (error) =>
        toasts.show({ tone: 'error', title: 'The plan could not be resumed.', body: sentenceOf(error) }),
    }),
  )
  const { status, ends_on } = subscription
  return (
    <Section
      title="Plan"
      className=""
      actions={
        mayChange &&
        (status === 'active' ? (
          <Button size="small" onClick={() => setCanceling(true)}>
            Cancel plan
          </Button>
        ) : (
          status === 'canceling' && (
            <Button size="small" isBusy={resume.isPending} onClick={() => resume.mutate({ organization })}>
              Resume plan
            </Button>
          )
        ))
      }
    >
      <p className="text-small">
        <span className="font-semibold">Performance</span>{' '}
        {status !== 'active' && <Badge tone="watch">{status === 'canceling' ? 'Canceled' : 'Ended'}</Badge>}
      </p>
      <p className="mt-1 text-small text-soft">
        {ends_on
          ? `The last day of service is ${formatDay(ends_on)}. Savings verified until then are billed.`
          : `A share of verified savings, billed monthly from the signed statement. No minimum. Cancel with ${subscription.notice_days} days' notice.`}
      </p>
      {isCanceling && (
        <CancelPlan subscription={subscription} organization={organization} onClose={() => setCanceling(false)} />
      )}
    </Section>
  )
}

interface CancelPlanProps {
  subscription: SubscriptionAnswer
  organization: string
  onClose(): void
}

/** Says the last day before notice is given. */
function CancelPlan({ subscription: { ends_on_if_canceled }, organization, onClose }: CancelPlanProps) {
  const form = useId()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const cancel = useMutation(
    api.billing.cancelSubscription.mutationOptions({
      async onSuccess({ data }) {
        await client.invalidateQueries({ queryKey: api.billing.key() })
        toasts.show({ title: 'Plan canceled', body: data.ends_on ? `The last day is ${formatDay(data.ends_on)}.` : '' })
        onClose()
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    cancel.mutate({ organization, reason: reason.trim() })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel the plan?"
      description={`The last day of service is ${formatDay(ends_on_if_canceled)}. Months that are complete by then are billed, later ones are not. You can resume until that day.`}
      actions={
        <>
          <Button onClick={onClose}>Keep plan</Button>
          <Button tone="danger" type="submit" form={form} isBusy={cancel.isPending}>
            Cancel plan
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextArea
          label="Reason (optional)"
          maxLength={500}
          value={reason}
          error={cancel.isError ? sentenceOf(cancel.error) : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
