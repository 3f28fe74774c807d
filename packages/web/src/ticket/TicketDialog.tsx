import { isIssueTracker } from '@kept/domain/alert-labels.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { explainFor } from '../account/refusal.ts'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { checkBy } from '../form/check-by.ts'
import { TextLink } from '../shell/TextLink.tsx'
import { TicketLinks } from './TicketLinks.tsx'
import type { TicketText } from './ticket-text.ts'
import { type Subject, useCreateTicket } from './useTickets.ts'

interface TicketDialogProps {
  subject: Subject
  ticket: TicketText
  onClose(): void
}

/** The text of a ticket, to be opened as an issue in Jira or GitHub, or to be copied into any other tool. */
export default function TicketDialog({ subject, ticket, onClose }: TicketDialogProps) {
  const form = useId()
  const channels = useQuery(api.alerts.channels.queryOptions({ input: {} }))
  const trackers = (channels.data?.data ?? []).filter(
    ({ enabled, settings }) => enabled && isIssueTracker(settings.kind),
  )
  const [chosen, setChosen] = useState('')
  const tracker = trackers.find(({ id }) => id === chosen) ?? trackers[0]
  const create = useCreateTicket(subject)
  const ticketForm = useForm({
    ...checkBy({
      fields: ['title', 'body'],
      schema: () => import('@kept/contract/inputs/tickets.ts').then(({ newTicketInput }) => newTicketInput),
      input: (values) => ({ ...values, id: subject.id, channel_id: tracker?.id }),
      missing: { title: 'Enter a title.', body: 'Enter a description.' },
    }),
    async send(values) {
      if (!tracker) return
      const { data } = await create.mutateAsync({ ...values, id: subject.id, channel_id: tracker.id })
      toasts.show({ title: `${data.key} created in ${data.channel.name}` })
      onClose()
    },
    explain: explainFor({ title: 'title', body: 'body' }),
  })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Create ticket"
      description="The link at its end leads back to the evidence."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Close
          </Button>
          <Button icon={<Copy size={14} aria-hidden="true" />} onClick={() => void copyForm(form)}>
            Copy ticket
          </Button>
          {tracker && (
            <Button tone="primary" type="submit" form={form} isBusy={ticketForm.isBusy}>
              Create in {tracker.name}
            </Button>
          )}
        </>
      }
    >
      <TicketLinks subject={subject} />
      <Loaded query={channels} failed="Channels could not be loaded.">
        {() =>
          trackers.length === 0 ? (
            <p className="mb-4 text-body text-soft">
              No Jira or GitHub is connected.{' '}
              <TextLink to="/alerts" search={{ tab: 'channels' }}>
                Add a channel
              </TextLink>
              , or copy the text into your own tool.
            </p>
          ) : (
            trackers.length > 1 && (
              <div className="mb-4 max-w-xs">
                <Select
                  label="Create in"
                  value={tracker?.id ?? ''}
                  options={trackers.map(({ id, name }) => ({ value: id, label: name }))}
                  onChange={setChosen}
                />
              </div>
            )
          )
        }
      </Loaded>
      <form {...ticketForm.form} id={form} className="space-y-4">
        <FormFailure sentence={ticketForm.failure} />
        <Input {...ticketForm.field('title')} label="Title" defaultValue={ticket.title} maxLength={250} />
        <TextArea
          {...ticketForm.field('body')}
          label="Description"
          defaultValue={ticket.body}
          rows={14}
          maxLength={20_000}
        />
      </form>
    </Dialog>
  )
}

/** What stands in the form, with what was changed. */
async function copyForm(id: string): Promise<void> {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return
  const values = new FormData(form)
  try {
    await navigator.clipboard.writeText(`${values.get('title')}\n\n${values.get('body')}`)
    toasts.show({ title: 'Copied' })
  } catch {
    toasts.show({ title: 'Copying failed. Select the text and copy it yourself.' })
  }
}
